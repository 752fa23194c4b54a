/** What a column is by its name, where the name leaves no doubt. */
export type ColumnUse =
  | { readonly field: TextField }
  | { readonly flag: FlagField; readonly isSet?: true; readonly not?: true }
  | { readonly totp: "secret" | "confirmed" | (typeof SETTINGS_OF_TOTP)[number]; readonly isSet?: true }
  | { readonly provider: string }
  | { readonly other: "salt" | "profile" | "secret" };

/** How a user's codes are made. */
export const SETTINGS_OF_TOTP = ["digits", "period", "algorithm"] as const;

type TextField = "externalUserId" | "email" | "phoneNumber" | "userName" | "passwordHash";
type FlagField = "emailVerified" | "phoneVerified" | "disabled" | "banned" | "deleted";

/** Names without case and marks between words. */
const USES: readonly (readonly [ColumnUse, string])[] = [
  [{ field: "externalUserId" }, "id userid uid uuid guid externalid externaluserid objectid"],
  [{ field: "email" }, "email mail emailaddress useremail primaryemail"],
  [{ field: "phoneNumber" }, "phone phonenumber mobile mobilenumber mobilephone tel telephone msisdn"],
  [{ field: "userName" }, "username login userlogin loginname accountname"],
  [
    { field: "passwordHash" },
    "password passwordhash passwd passhash pw pwhash hash hashedpassword encryptedpassword passworddigest userpass pwdhash userpasshash userpassword",
  ],
  [{ flag: "emailVerified" }, "emailverified isemailverified emailconfirmed isemailconfirmed"],
  [{ flag: "emailVerified", isSet: true }, "emailverifiedat emailconfirmedat confirmedat"],
  [{ flag: "phoneVerified" }, "phoneverified isphoneverified phonenumberverified phonenumberconfirmed"],
  [{ flag: "phoneVerified", isSet: true }, "phoneverifiedat phoneconfirmedat"],
  [{ flag: "disabled" }, "disabled isdisabled blocked isblocked suspended issuspended"],
  [{ flag: "disabled", not: true }, "active isactive enabled isenabled"],
  [{ flag: "disabled", isSet: true }, "disabledat blockedat suspendedat"],
  [{ flag: "banned" }, "banned isbanned"],
  [{ flag: "deleted" }, "deleted isdeleted"],
  [{ flag: "deleted", isSet: true }, "deletedat"],
  [{ totp: "secret" }, "totp totpsecret otpsecret otpsecretkey otpkey twofactorsecret mfasecret 2fasecret totpkey"],
  [{ totp: "confirmed" }, "otprequiredforlogin otpenabled totpenabled twofactorenabled mfaenabled 2faenabled"],
  [{ totp: "confirmed", isSet: true }, "twofactorconfirmedat totpconfirmedat otpconfirmedat"],
  [{ totp: "digits" }, "totpdigits totpnumdigits totpcodelength totplength"],
  [{ totp: "period" }, "totpperiod totptimestep totpstep totpinterval"],
  [{ totp: "algorithm" }, "totpalgorithm totpalgo totpalg totphashalgorithm totphash"],
  ...["google", "facebook", "github", "apple", "twitter", "linkedin", "microsoft"].map((provider) => {
    return [{ provider }, `${provider}id ${provider}uid ${provider}userid`] as const;
  }),
  [
    { other: "secret" },
    "recoverycodes backupcodes otpbackupcodes twofactorrecoverycodes resettoken resetpasswordtoken remembertoken confirmationtoken apikey accesstoken refreshtoken",
  ],
  [
    { other: "profile" },
    "name firstname lastname givenname familyname surname fullname displayname nickname avatar avatarurl picture image bio role roles locale language timezone birthday dateofbirth gender company website createdat updatedat created modified lastlogin lastloginat lastsigninat datejoined signincount",
  ],
];

const USE_BY_NAME: ReadonlyMap<string, ColumnUse> = new Map(
  USES.flatMap(([use, names]) => names.split(" ").map((name) => [name, use] as const)),
);

/** Undefined for a name that says nothing. */
export function useOfColumn(name: string): ColumnUse | undefined {
  const bare = name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  return USE_BY_NAME.get(bare) ?? (/salt(?!ed)/.test(bare) ? { other: "salt" } : undefined);
}
