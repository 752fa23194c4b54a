import { expect, it } from "vitest";
import { providerIdOf } from "../../../src/source/fields/social-login.js";

it.each([
  ["google.com", "google"],
  ["google-oauth2", "google"],
  ["oauth_google", "google"],
  ["Google", "google"],
  ["azure", "active-directory"],
  ["saml.acme", "saml.acme"],
  ["__proto__", "__proto__"],
])("%s is the service's %s", (name, id) => {
  expect(providerIdOf(name)).toBe(id);
});

it("goes by the caller's word first", () => {
  expect(providerIdOf("google.com", { "google.com": "google-workspaces" })).toBe("google-workspaces");
});
