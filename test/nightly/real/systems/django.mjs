/** Django with allauth and django-otp on SQLite; users made by its own models. */
import { mkdirSync, writeFileSync } from "node:fs";
import { readUsers } from "../carry-over.mjs";
import { namedInGuide, printedCommand } from "../printed-command.mjs";
import { fromBase32, totpOf } from "../totp-of.mjs";
import { pip } from "../workshop.mjs";

const SETTINGS = `
SECRET_KEY = "of a test"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "users.sqlite3"}}
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.sites",
    "allauth", "allauth.account", "allauth.socialaccount", "allauth.mfa", "django_otp", "django_otp.plugins.otp_totp"]
MIDDLEWARE = ["allauth.account.middleware.AccountMiddleware"]
SITE_ID = 1
PASSWORD_HASHERS = ["django.contrib.auth.hashers." + name for name in [
    "PBKDF2PasswordHasher", "PBKDF2SHA1PasswordHasher", "Argon2PasswordHasher", "BCryptSHA256PasswordHasher",
    "BCryptPasswordHasher", "ScryptPasswordHasher", "MD5PasswordHasher"]]
`;

const MANAGE = `
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
`;

/** Each hasher with a password beyond ASCII as well; what else an account can be; second factors of both apps. */
const MAKE_USERS = `
import json, os, django
os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
django.setup()
from django.contrib.auth.hashers import make_password
from django.contrib.auth import get_user_model
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.socialaccount.models import SocialAccount
from django_otp.plugins.otp_totp.models import TOTPDevice
from base64 import b32encode
User = get_user_model()
made = []
def make(name, becomes, hasher="pbkdf2_sha256", password=None, **more):
    password = password or "Pass of " + name
    email = more.pop("email", name + "@example.com")
    user = User(username=name, email=email, **more)
    user.password = make_password(password, hasher=hasher)
    user.save()
    made.append({"name": name, "email": email or None, "password": password, "becomes": becomes})
    return user, made[-1]
for hasher, becomes in [("pbkdf2_sha256", "at-login"), ("pbkdf2_sha1", "at-login"), ("argon2", "imported"),
    ("bcrypt_sha256", "at-login"), ("bcrypt", "imported"), ("scrypt", "at-login"), ("md5", "at-login")]:
    make(hasher, becomes, hasher)
    make(hasher + ".utf8", becomes, hasher, "Grüße 日本 😀 of " + hasher)
User.objects.create_superuser("root", "root@example.com", "Pass of root")
made.append({"name": "root", "email": "root@example.com", "password": "Pass of root", "becomes": "at-login"})
make("disabled", "refused", is_active=False)[1]["code"] = "user/disabled"
# Nothing is imported without an address: they choose one at their login.
make("no-address", "at-login", "argon2", email="")[1]["atFallback"] = "must-reset"
user, known = make("social", "imported", "argon2")
EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
SocialAccount.objects.create(user=user, provider="google", uid="1081", extra_data={"email": user.email})
for hasher, becomes in [("argon2", "imported"), ("pbkdf2_sha256", "at-login")]:
    user, known = make("mfa." + hasher, becomes, hasher)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    known["totp"] = generate_totp_secret()
    TOTP.activate(user, known["totp"])
    user, known = make("otp." + hasher, becomes, hasher)
    device = TOTPDevice.objects.create(user=user, name="phone", confirmed=True)
    known["totp"] = b32encode(device.bin_key).decode()
with open("made.json", "w") as file:
    json.dump(made, file)
`;

/** What the guide says to add where these apps are installed. */
const APPS = namedInGuide(
  "django",
  "account.emailaddress",
  "socialaccount.socialaccount",
  "mfa.authenticator",
  "otp_totp.totpdevice",
);

export const system = {
  async install(shop) {
    await pip(shop, "django", "django-allauth[mfa,socialaccount]", "django-otp", "argon2-cffi", "bcrypt");
    return `Django ${(await shop.run("python", ["-m", "django", "--version"])).trim()}`;
  },

  async makeUsers(shop) {
    mkdirSync(shop.path("site"));
    const files = { "settings.py": SETTINGS, "manage.py": MANAGE, "make_users.py": MAKE_USERS };
    for (const [name, text] of Object.entries(files)) writeFileSync(shop.path("site", name), text);
    const cwd = shop.path("site");
    await shop.run("python", ["manage.py", "migrate", "--verbosity", "0"], { cwd });
    await shop.run("python", ["make_users.py"], { cwd });
    return readUsers(shop.path("site/made.json")).map(({ name, email, totp, ...user }) => ({
      ...user,
      email: email ?? undefined,
      identifiers: email === null ? [name] : [email, name],
      totp: totp && (() => totpOf({ key: fromBase32(totp) })),
    }));
  },

  exports(shop, users) {
    const cwd = shop.path("site");
    const file = shop.path("site/django.json");
    const begins = "python manage.py dumpdata";
    return [
      {
        title: "dumpdata as printed",
        command: printedCommand("django", begins),
        ...{ cwd, file, from: "django" },
        // Without the apps' models their second factors are not in the export.
        users: users.map(({ totp, ...user }) => user),
      },
      {
        title: "dumpdata with the models of apps",
        command: printedCommand("django", begins, { "auth.user": `auth.user ${APPS}` }),
        ...{ cwd, file, from: "django", users },
      },
    ];
  },
};
