import { expect, it } from "vitest";
import { outcomes, readAs } from "./systems/read-samples.js";

it.each([
  ["MFAOptions", [{ DeliveryMedium: "SMS", AttributeName: "phone_number" }]],
  ["PreferredMfaSetting", "SOFTWARE_TOKEN_MFA"],
  ["UserMFASettingList", ["SMS_MFA"]],
])("Cognito's %s tells of a second factor that is not carried", async (name, value) => {
  const Attributes = [
    { Name: "sub", Value: "u1" },
    { Name: "phone_number", Value: "+15555550100" },
    { Name: "phone_number_verified", Value: "true" },
  ];
  const user = { Username: "ada", Attributes, UserStatus: "CONFIRMED", Enabled: true, [name]: value };
  expect(outcomes(await readAs("cognito", JSON.stringify({ Users: [user] })))).toMatchObject([
    { warnings: ["user/password-not-exported", "user/second-factor-not-carried"] },
  ]);
});

it("Auth0's profileData has the address of a login that was linked", async () => {
  const identities = [
    { provider: "github", user_id: 77, isSocial: true },
    {
      ...{ provider: "google-oauth2", user_id: "1081", isSocial: true },
      profileData: { email: "ada@work.example", email_verified: true },
    },
  ];
  const user = { user_id: "github|77", email: "ada@example.com", email_verified: false, identities };
  expect(outcomes(await readAs("auth0", JSON.stringify(user)))).toMatchObject([
    {
      thirdParty: [
        { thirdPartyId: "github", email: "ada@example.com", isVerified: false },
        // The provider's word is not enough: some vouch for any address.
        { thirdPartyId: "google", email: "ada@work.example", isVerified: false },
      ],
    },
  ]);
});

it("NextAuth.js 3 names providers in provider_id", async () => {
  const dump = [
    "COPY public.users (id, name, email, email_verified, image) FROM stdin;",
    "1\tAda\tada@example.com\t2024-01-01 00:00:00+00\t\\N",
    "\\.",
    "COPY public.accounts (id, user_id, provider_type, provider_id, provider_account_id) FROM stdin;",
    "1\t1\toauth\tgithub\t77",
    "\\.",
    "",
  ].join("\n");
  expect(outcomes(await readAs("authjs", dump))).toMatchObject([
    { thirdParty: [{ thirdPartyId: "github", thirdPartyUserId: "77" }] },
  ]);
});
