"""Writes vectors/client-requests: which requests bring a user over, in which order.

The rules of the identity migration interface are here as a table of their own,
transcribed from its sections 2 to 5; for the profile `supertokens` from the handlers of
supertokens-core 12.1.1. Nothing here knows the library under test. The bodies of the
first group are those of section 4 of the interface, word for word.
"""
import json

from shared.test_ids import FORMAT_VERSION, Names, key_of, ordered
from shared.test_ids import ROOT as VECTORS

GENERATOR = "vectors/generators/client/client_requests.py"
API_KEY = "conformance-key-0123456789"
CORE = "https://github.com/supertokens/supertokens-core/blob/v12.1.1/src/main/java/io/supertokens"

# Nobody else's client of the interface exists whose requests could be recorded.
OWN = {"name": "credport", "licence": "0BSD", "generator": GENERATOR}
GROUPS = {
    "default": {
        "policy": "The requests are transcribed by hand from sections 2 to 5 of the specification of the interface, which each test cites; there is no other client of it whose requests could be compared.",
        "spec": [{"ref": "spec: 4"}],
    },
    "supertokens": {
        "policy": "The requests are transcribed by hand from what the handlers of supertokens-core 12.1.1 read, which each test cites; there is no other client of these calls whose requests could be compared.",
        "spec": [{"ref": f"{CORE}/webserver/api"}],
    },
}

# Section 4: number -> method, path, and whether the call belongs to a tenant (core: WebserverAPI.java).
CALLS = {
    "4.1": ("POST", "/recipe/totp/device/import", "app"),
    "4.2": ("POST", "/recipe/signinup/code", "tenant"),
    "4.3": ("POST", "/recipe/signinup/code/consume", "tenant"),
    "4.4": ("PUT", "/recipe/user", "app"),
    "4.5": ("POST", "/recipe/accountlinking/user/primary", "app"),
    "4.6": ("POST", "/recipe/accountlinking/user/link", "app"),
    "4.7": ("POST", "/recipe/user/passwordhash/import", "tenant"),
    "4.8": ("POST", "/recipe/signinup", "tenant"),
}
PROFILES = {
    "default": {"algorithm": "provider_scrypt", "update_id": "userId", "headers": {}},
    "supertokens": {"algorithm": "firebase_scrypt", "update_id": "recipeUserId", "headers": {"cdi-version": "5.1"}},
}

BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
ARGON2I = "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8"
ARGON2D = "$argon2d$v=19$m=256,t=2,p=1$c29tZXNhbHQ$JcTui6RIBUtJ78gE5Hi52CO+H5vS6Z9R1uxAB6OhUB8"
PROVIDER_SCRYPT = (
    "$f_scrypt$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
    "$42xEC+ixf3L2lw==$m=14$r=8$s=Bw=="
)
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
SECRET_2 = "JBSWY3DPEHPK3PXP"
EMAIL = "a@example.com"
PHONE = "+15555550100"

FLAGS = {
    "SingleCall": ("WRONG_REFUSAL", "A user with one way to log in.", "Method, path or body differ, so the user is not imported."),
    "HashingAlgorithm": (
        "WRONG_REFUSAL",
        "hashingAlgorithm goes along with provider-scrypt only, under the profile's name for it.",
        "The service refuses the hash, or stores it as another scheme and the user is locked out.",
    ),
    "SecondFactor": ("LOCKOUT", "A second factor is attached to a user.", "The device lands on nobody or on another user: the person can't pass the second step."),
    "SeveralDevices": ("LOCKOUT", "More than one device.", "Only one device goes over, or one takes the other's name: the person's other phone no longer works."),
    "OneTimeCode": (
        "LOCKOUT",
        "A one-time code as second factor: code, consumption, missing attribute, primary, link.",
        "In another order the link is refused, and the person has a second, unlinked account.",
    ),
    "ExternalUserId": (
        "LOCKOUT",
        "The user ID is mapped to an external one, which goes into every field that names the user.",
        "The device or link is attached to an ID that the application never asks for.",
    ),
    "Header": ("WRONG_REFUSAL", "Headers that a call must have.", "Without rid, the update is answered by another login method; without the key, nothing is."),
    "Tenant": ("WRONG_REFUSAL", "A path prefix for the tenant, on the calls that belong to a tenant.", "The user lands in another tenant, or the call is refused."),
    "Text": ("WRONG_ACCEPTANCE", "Text that is easily changed on the way.", "The user is imported under another address or name and can't log in."),
    "ServiceRefuses": (
        "WRONG_ACCEPTANCE",
        "The service answers with another status than OK.",
        "To continue attaches second factors to a user that does not exist, and reports a migration that did not happen.",
    ),
    "NotCanonical": ("LOCKOUT", "A hash or secret that is not in its canonical form.", "The service takes it with status OK, and it never verifies."),
    "Malformed": ("WRONG_ACCEPTANCE", "Data that the interface does not permit.", "A half-made user, or one that nobody can log in as."),
    "ServiceLimit": ("WRONG_ACCEPTANCE", "Text longer than the service stores.", "The import ends in the middle with an error of the database."),
}
LINKS = {
    "ExternalUserId": ["https://github.com/supertokens/supertokens-core/issues/447"],
    "Header": [f"{CORE}/webserver/RecipeRouter.java"],
    "Tenant": [f"{CORE}/webserver/WebserverAPI.java"],
    "HashingAlgorithm": ["https://github.com/supertokens/supertokens-core/pull/507"],
}

tests = {"default": [], "supertokens": []}


def request(service, number, body, tenant_path=None):
    method, path, scope = CALLS[number]
    headers = {"api-key": API_KEY, "content-type": "application/json; charset=utf-8"}
    if number == "4.4":
        headers["rid"] = "passwordless"
    headers |= PROFILES[service]["headers"]
    segments = tenant_path.split("/") if tenant_path else []
    app = [part for part in segments if part.startswith("appid-")]
    prefix = segments if scope == "tenant" else app
    return {"method": method, "path": "".join(f"/{part}" for part in prefix) + path, "headers": headers, "body": body}


def code_reply(number):
    """Section 2.3."""
    return {
        "status": "OK",
        "preAuthSessionId": f"pre-auth-session-{number}",
        "codeId": f"00000000-0000-4000-8000-00000000000{number}",
        "deviceId": f"device-{number}",
        "userInputCode": "123456",
        "linkCode": f"link-code-{number}",
        "timeCreated": 1700000000000,
        "codeLifetime": 900000,
    }


def user_reply(user_id, recipe, **more):
    """As supertokens-core answers; the interface leaves the place of the ID open."""
    method = {"recipeUserId": user_id, "recipeId": recipe, "verified": False}
    return {"status": "OK", "user": {"id": user_id, "isPrimaryUser": False, "loginMethods": [method]}, **more}


class Sequence:
    """Requests and the replies to them, put together call by call."""

    def __init__(self, service="default", tenant_path=None):
        self.service, self.tenant_path = service, tenant_path
        self.requests, self.replies = [], []

    def call(self, number, body, reply):
        self.requests.append(request(self.service, number, body, self.tenant_path))
        self.replies.append(reply)
        return self

    def hash(self, email, password_hash, user_id="u-1", algorithm=None):
        body = {"email": email, "passwordHash": password_hash}
        if password_hash.startswith("$f_scrypt$"):
            body["hashingAlgorithm"] = PROFILES[self.service]["algorithm"]
        return self.call("4.7", body, user_reply(user_id, "emailpassword", didUserAlreadyExist=False))

    def third_party(self, factor, user_id="u-1"):
        body = {key: factor[key] for key in ("thirdPartyId", "thirdPartyUserId", "email")}
        return self.call("4.8", body, user_reply(user_id, "thirdparty", createdNewUser=True, recipeUserId=user_id))

    def passwordless(self, contact, user_id="p-1", number=1):
        self.call("4.2", contact, code_reply(number))
        body = {"preAuthSessionId": f"pre-auth-session-{number}", "linkCode": f"link-code-{number}"}
        reply = user_reply(user_id, "passwordless", createdNewUser=True, recipeUserId=user_id)
        return self.call("4.3", body, reply)

    def update(self, user_id, attribute):
        return self.call("4.4", {PROFILES[self.service]["update_id"]: user_id, **attribute}, {"status": "OK"})

    def link(self, first, second):
        self.call("4.5", {"recipeUserId": first}, {"status": "OK", "wasAlreadyAPrimaryUser": False})
        body = {"primaryUserId": first, "recipeUserId": second}
        return self.call("4.6", body, {"status": "OK", "accountsAlreadyLinked": False})

    def device(self, user_id, device):
        body = {"userId": user_id, **device}
        return self.call("4.1", body, {"status": "OK", "deviceName": device.get("deviceName", "TOTP Device 0")})

    def ends(self, completed=True):
        return {"requests": self.requests, "completed": completed}


def first_factor(sequence, factor):
    """Sends what imports a first factor; the ID that comes out of it."""
    kind = factor["kind"]
    if kind == "existing":
        return factor["userId"]
    if kind == "password-hash":
        sequence.hash(factor["email"], factor["passwordHash"])
        return "u-1"
    if kind == "third-party":
        sequence.third_party(factor)
        return "u-1"
    sequence.passwordless({key: factor[key] for key in factor if key != "kind"}, "u-1", 1)
    return "u-1"


def given(sequence, user, replies=None):
    out = {"service": sequence.service, "apiKey": API_KEY}
    if sequence.tenant_path:
        out["tenantPath"] = sequence.tenant_path
    return out | {"user": user, "replies": sequence.replies if replies is None else replies}


def add(service, comment, flags, input_, result, answer, spec, problem=None):
    test = {"comment": comment, "flags": flags, "input": input_, "result": result}
    if result == "valid":
        test["output"] = answer
    elif result == "acceptable":
        test["outputs"] = answer
    if problem:
        test["problem"] = problem
    test["spec"] = [{"ref": f"spec: {ref}", **({"section": section} if section else {})} for ref, section in spec]
    tests[service].append(test)


def login(comment, factor, flags, spec, service="default", tenant_path=None):
    """A first factor and nothing else."""
    sequence = Sequence(service, tenant_path)
    first_factor(sequence, factor)
    add(service, comment, flags, given(sequence, {"firstFactor": factor}), "valid", sequence.ends(), spec)


def totp(comment, factor, devices, flags, service="default", external=None, tenant_path=None):
    """Rule 3: the first factor, then its devices."""
    user = {"firstFactor": factor, "totp": devices}
    if external:
        user["externalUserId"] = external
    variants = []
    for name in [None, "Imported TOTP device"] if any("deviceName" not in one for one in devices) else [None]:
        sequence = Sequence(service, tenant_path)
        user_id = external or first_factor(sequence, factor)
        if external:
            first_factor(sequence, factor)
        for device in devices:
            named = device if "deviceName" in device or name is None else {**device, "deviceName": name}
            sequence.device(user_id, named)
        variants.append(sequence)
    spec = [("4.1", "rules 1 to 3")] + ([("1", "External user IDs")] if external else [])
    outputs = [one.ends() for one in variants]
    result, answer = ("valid", outputs[0]) if len(outputs) == 1 else ("acceptable", outputs)
    add(service, comment, flags, given(variants[0], user), result, answer, spec)


def email_of(factor):
    """The address that a first factor other than a code has."""
    if factor["kind"] == "third-party":
        return factor["email"]["id"]
    return factor["email"] if factor["kind"] == "password-hash" else None


def one_time_code(comment, factor, contact, flags, service="default", external=None, external_code=None, tenant_path=None):
    """Rule 4: first factor, code, consumption, missing attribute, primary, link."""
    code = dict(contact)
    if external_code:
        code["externalUserId"] = external_code
    user = {"firstFactor": factor, "oneTimeCode": code}
    if external:
        user["externalUserId"] = external
    names = list(contact)
    email = email_of(factor)
    known = contact
    if len(names) == 2:
        # The interface leaves open which of them gets the code, and whether the update names both.
        ways = [(by, more) for by in names for more in ([n for n in names if n != by], names)]
    elif names == ["phoneNumber"] and email:
        # Step 3 speaks of users with an e-mail address and a password or phone number: whether the first
        # factor's address is the missing attribute of a login by SMS is left open as well.
        known = {"email": email, **contact}
        ways = [("phoneNumber", []), ("phoneNumber", ["email"]), ("phoneNumber", ["email", "phoneNumber"])]
    else:
        ways = [(names[0], [])]
    variants = []
    for by, missing in ways:
        sequence = Sequence(service, tenant_path)
        first = first_factor(sequence, factor)
        sequence.passwordless({by: contact[by]}, "p-1", 2)
        second = external_code or "p-1"
        if missing:
            sequence.update(second, {name: known[name] for name in ("email", "phoneNumber") if name in missing})
        sequence.link(external or first, second)
        variants.append(sequence)
    spec = [("4", "rule 4"), ("3", None)] + ([("1", "External user IDs")] if external or external_code else [])
    outputs = [one.ends() for one in variants]
    result, answer = ("valid", outputs[0]) if len(outputs) == 1 else ("acceptable", outputs)
    add(service, comment, flags, given(variants[0], user), result, answer, spec)


def stops(comment, sequence, user, spec, service="default", flags=("ServiceRefuses",)):
    """The service refuses the last of these calls: nothing more is sent."""
    add(service, comment, list(flags), given(sequence, user), "valid", sequence.ends(False), spec)


def refused(comment, user, problem, flags, spec, service="default"):
    """Nothing at all is sent."""
    add(service, comment, flags, given(Sequence(service), user, []), "invalid", None, spec, problem)


EXISTING = {"kind": "existing", "userId": "u-1"}
HASH = {"kind": "password-hash", "email": EMAIL, "passwordHash": BCRYPT}
GOOGLE = {"kind": "third-party", "thirdPartyId": "google", "thirdPartyUserId": "1081", "email": {"id": EMAIL, "isVerified": True}}
BY_EMAIL = {"kind": "passwordless", "email": EMAIL}
BY_PHONE = {"kind": "passwordless", "phoneNumber": PHONE}
DEVICE = {"secretKey": SECRET, "skew": 1, "period": 30, "deviceName": "phone"}
RULE_5 = [("4.7", "rule 5")]
RULE_6 = [("4.8", "rule 6")]


def migrations():
    first_factors()
    devices()
    one_time_codes()
    tenants()


def first_factors():
    for text, name in [
        (BCRYPT, "bcrypt $2a$"), (BCRYPT.replace("$2a$", "$2b$"), "bcrypt $2b$"), (BCRYPT.replace("$2a$", "$2y$"), "bcrypt $2y$"),
        (ARGON2, "argon2id"), (ARGON2I, "argon2i"), (ARGON2D, "argon2d"),
        (PROVIDER_SCRYPT, "provider-scrypt"),
    ]:
        for service in PROFILES:
            flags = ["HashingAlgorithm"] if name == "provider-scrypt" else ["SingleCall", "HashingAlgorithm"]
            login(f"a password: {name}", {**HASH, "passwordHash": text}, flags, RULE_5, service)
    for email, why in [
        ("a+tag@example.com", "a plus sign"), ("Ada.Lovelace@Example.COM", "capitals, which are sent as they are"),
        ("j\u00f6rg@b\u00fccher.example", "letters beyond ASCII"), ("o'brien@example.com", "an apostrophe"),
        ("\"a b\"@example.com".replace(" ", "."), "quotation marks"),
    ]:
        login(f"an e-mail address with {why}", {**HASH, "email": email}, ["Text"], [("4.7", None)])
    for service in PROFILES:
        login("a social login", GOOGLE, ["SingleCall"], RULE_6, service)
        login("a social login whose address is not verified", {**GOOGLE, "email": {"id": EMAIL, "isVerified": False}}, ["SingleCall"], RULE_6, service)
        login("a one-time code by e-mail", BY_EMAIL, ["SingleCall"], [("4", "rule 4, steps 1 and 2")], service)
        login("a one-time code by SMS", BY_PHONE, ["SingleCall"], [("4", "rule 4, steps 1 and 2")], service)
    login("a numeric user ID at the provider stays text", {**GOOGLE, "thirdPartyUserId": "00108100000000000000000001"}, ["Text"], RULE_6)
    login("a provider's user ID with a bar", {**GOOGLE, "thirdPartyId": "azure-ad", "thirdPartyUserId": "auth0|5f7c8ec7c33c6c004bbafe82"}, ["Text"], RULE_6)
    login("the longest provider ID that the core stores", {**GOOGLE, "thirdPartyId": "p" * 28}, ["ServiceLimit"], RULE_6, "supertokens")


def devices():
    for service in PROFILES:
        totp("a device for a user who is there", EXISTING, [DEVICE], ["SecondFactor"], service)
        totp("a password and a device", HASH, [DEVICE], ["SecondFactor"], service)
        totp("two devices, in their order", EXISTING, [DEVICE, {**DEVICE, "secretKey": SECRET_2, "deviceName": "tablet"}], ["SeveralDevices"], service)
    totp("a social login and a device", GOOGLE, [DEVICE], ["SecondFactor"])
    totp("a one-time code and a device", BY_PHONE, [DEVICE], ["SecondFactor"])
    totp("a device without a name: it may be given one", EXISTING, [{k: v for k, v in DEVICE.items() if k != "deviceName"}], ["SecondFactor"])
    totp("no tolerance", EXISTING, [{**DEVICE, "skew": 0}], ["SecondFactor"])
    totp("a period of 60 seconds", EXISTING, [{**DEVICE, "period": 60}], ["SecondFactor"])
    totp("a secret of 10 bytes", EXISTING, [{**DEVICE, "secretKey": SECRET_2}], ["SecondFactor"])
    totp("a secret of 7 bytes, unpadded", EXISTING, [{**DEVICE, "secretKey": "GEZDGNBVGY3Q"}], ["SecondFactor"])
    totp("a device name beyond ASCII", EXISTING, [{**DEVICE, "deviceName": "T\u00e9l\u00e9phone \U0001f4f1"}], ["Text", "SecondFactor"])
    totp("a mapped external ID names the user", HASH, [DEVICE], ["ExternalUserId"], external="legacy|42")
    totp("a mapped external ID, core", HASH, [DEVICE], ["ExternalUserId"], "supertokens", external="legacy|42")
    totp("a mapped external ID of a user who is there", EXISTING, [DEVICE], ["ExternalUserId"], external="42")


def one_time_codes():
    for service in PROFILES:
        one_time_code("code by e-mail beside a password", HASH, {"email": EMAIL}, ["OneTimeCode"], service)
        one_time_code("code by SMS beside a password", HASH, {"phoneNumber": PHONE}, ["OneTimeCode"], service)
        one_time_code("both: the missing one is brought in by the update", HASH, {"email": EMAIL, "phoneNumber": PHONE}, ["OneTimeCode", "Header"], service)
        one_time_code("code by SMS for a user who is there", EXISTING, {"phoneNumber": PHONE}, ["OneTimeCode"], service)
        one_time_code("external IDs in every field", HASH, {"email": EMAIL, "phoneNumber": PHONE}, ["ExternalUserId", "OneTimeCode"], service, "legacy|42", "legacy|43")
    one_time_code("code by SMS beside a social login", GOOGLE, {"phoneNumber": PHONE}, ["OneTimeCode"])
    one_time_code("code by SMS beside a code by e-mail", BY_EMAIL, {"phoneNumber": PHONE}, ["OneTimeCode"])
    one_time_code("only the first factor's ID is mapped", HASH, {"phoneNumber": PHONE}, ["ExternalUserId", "OneTimeCode"], external="legacy|42")
    one_time_code("only the passwordless user's ID is mapped", HASH, {"phoneNumber": PHONE}, ["ExternalUserId", "OneTimeCode"], external_code="legacy|43")
    one_time_code("the shortest phone number", EXISTING, {"phoneNumber": "+2908"}, ["Text"])
    one_time_code("the longest phone number", EXISTING, {"phoneNumber": "+881612345678901"}, ["Text"])


def tenants():
    for tenant_path in ["t1", "appid-a1", "appid-a1/t1"]:
        login(f"a password under {tenant_path}", HASH, ["Tenant"], RULE_5, "supertokens", tenant_path)
        login(f"a social login under {tenant_path}", GOOGLE, ["Tenant"], RULE_6, "supertokens", tenant_path)
        totp(f"a password and a device under {tenant_path}", HASH, [DEVICE], ["Tenant"], "supertokens", tenant_path=tenant_path)
        one_time_code(f"a code by SMS under {tenant_path}", HASH, {"phoneNumber": PHONE}, ["Tenant", "OneTimeCode"], "supertokens", tenant_path=tenant_path)

    make_stops()
    make_refusals()


def make_stops():
    failed = lambda status: {"status": status}
    sequence = Sequence("supertokens").call("4.8", {k: GOOGLE[k] for k in ("thirdPartyId", "thirdPartyUserId", "email")}, failed("EMAIL_CHANGE_NOT_ALLOWED_ERROR"))
    stops("the social login is refused", sequence, {"firstFactor": GOOGLE, "totp": [DEVICE]}, RULE_6, "supertokens")
    for service in PROFILES:
        sequence = Sequence(service).call("4.2", {"phoneNumber": PHONE}, failed("SOMETHING_ELSE"))
        stops("the code is refused", sequence, {"firstFactor": EXISTING, "oneTimeCode": {"phoneNumber": PHONE}}, [("4", "rule 4, step 1")], service)
    sequence = Sequence().passwordless({"phoneNumber": PHONE}).call("4.5", {"recipeUserId": "u-1"}, failed("RECIPE_USER_ID_ALREADY_LINKED_WITH_PRIMARY_USER_ID_ERROR"))
    stops("the user can't be made primary: no link", sequence, {"firstFactor": EXISTING, "oneTimeCode": {"phoneNumber": PHONE}}, [("3", None), ("4", "rule 4, step 4")])
    sequence = Sequence().passwordless({"phoneNumber": PHONE})
    sequence.link("u-1", "p-1")
    sequence.replies[-1] = failed("INPUT_USER_IS_NOT_A_PRIMARY_USER")
    stops("the link is refused, with a status that does not end in _ERROR", sequence, {"firstFactor": EXISTING, "oneTimeCode": {"phoneNumber": PHONE}}, [("4", "rule 4, step 5")])
    sequence = Sequence().device("u-1", DEVICE)
    sequence.replies[-1] = failed("SOMETHING_ELSE")
    stops("the first of two devices is refused", sequence, {"firstFactor": EXISTING, "totp": [DEVICE, {**DEVICE, "deviceName": "tablet"}]}, [("4.1", "rule 3")])
    sequence = Sequence().hash(EMAIL, BCRYPT)
    sequence.replies[-1] = {"status": "OK"}
    stops("the reply names no user to attach the device to", sequence, {"firstFactor": HASH, "totp": [DEVICE]}, [("4", "rule 3")])
    sequence = Sequence().call("4.2", {"phoneNumber": PHONE}, {"status": "OK", "codeId": "c"})
    stops("the code's reply lacks what consuming it needs", sequence, {"firstFactor": EXISTING, "oneTimeCode": {"phoneNumber": PHONE}}, [("2.3", None)])
    done, stopped = Sequence("supertokens").device("u-1", DEVICE), None
    done.replies[-1] = failed("DEVICE_ALREADY_EXISTS_ERROR")
    add("supertokens", "a device of this name exists: an earlier run may have made it, or not", ["ServiceRefuses"],
        given(done, {"firstFactor": EXISTING, "totp": [DEVICE]}), "acceptable", [done.ends(True), done.ends(False)], [("4.1", "rule 3")])


def make_refusals():
    device = lambda **change: {"firstFactor": EXISTING, "totp": [{**DEVICE, **change}]}
    rule_1 = [("4.1", "rule 1")]
    for secret, problem, why in [
        (SECRET.lower(), "request/secret-not-canonical", "base32 in lower case"),
        ("GEZDGNBVGY3Q====", "request/secret-not-canonical", "padded base32"),
        ("GEZD GNBV GY3T QOJQ", "request/secret-not-canonical", "base32 in groups of four"),
        ("3132333435363738393031323334353637383930", "request/secret-not-canonical", "hexadecimal digits"),
        ("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=", "request/secret-not-canonical", "base64"),
        ("MZXW7", "request/secret-not-canonical", "base32 whose last bits belong to no byte"),
        ("GEZDGN", "request/secret-not-canonical", "base32 of a length that none has"),
        ("", "request/field-missing", "not text"),
    ]:
        refused(f"the secret is {why}", device(secretKey=secret), problem, ["NotCanonical"], rule_1)
    refused("a tolerance below 0", device(skew=-1), "request/number-out-of-range", ["Malformed"], [("4.1", None)])
    refused("a tolerance of half a step", device(skew=0.5), "request/number-out-of-range", ["Malformed"], [("4.1", None)])
    refused("a period of 0", device(period=0), "request/number-out-of-range", ["Malformed"], [("4.1", None)])
    password = lambda **change: {"firstFactor": {**HASH, **change}}
    rules = [("2.4", "rule 1")]
    for text, problem, why in [
        ("{bcrypt}" + BCRYPT, "request/hash-not-canonical", "an identifier is in front"),
        ("bcrypt$" + BCRYPT, "request/hash-not-canonical", "Django's identifier is in front"),
        (" " + BCRYPT, "request/hash-not-canonical", "a blank is in front"),
        ("$argon2id$v=19$m=256,p=1,t=2$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "request/hash-not-canonical", "argon2 with its parameters in another order"),
        (PROVIDER_SCRYPT.replace("+", "-").replace("/", "_"), "request/hash-not-canonical", "provider-scrypt in the URL-safe alphabet"),
        (BCRYPT[:-1], "request/hash-not-canonical", "bcrypt cut off by a character"),
        ("$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES", "request/hash-not-canonical", "WordPress's bcrypt over a prehashed password"),
        ("", "request/field-missing", "no text"),
    ]:
        refused(f"the hash: {why}", password(passwordHash=text), problem, ["NotCanonical"], rules)
    refused("provider_scrypt said of a bcrypt hash", password(hashingAlgorithm="provider_scrypt"), "request/algorithm-mismatch", ["HashingAlgorithm"], RULE_5)
    refused("an address without a host", password(email="a@"), "request/email-malformed", ["Malformed"], [("2.1", None)])
    refused("an address with a blank", password(email="a b@example.com"), "request/email-malformed", ["Malformed"], [("2.1", None)])
    refused("no address", password(email=""), "request/field-missing", ["Malformed"], [("4.7", None)])
    code = lambda **contact: {"firstFactor": {"kind": "passwordless", **contact}}
    refused("both contacts for one code", code(email=EMAIL, phoneNumber=PHONE), "request/contact-ambiguous", ["Malformed"], [("4.2", None)])
    refused("no contact for a code", code(), "request/contact-missing", ["Malformed"], [("4.2", None)])
    for number, why in [("15555550100", "without a plus sign"), ("+1 555 555 0100", "with blanks"), ("+05555550100", "with a zero in front"), ("+1234567890123456", "of 16 digits")]:
        refused(f"a phone number {why}", code(phoneNumber=number), "request/phone-malformed", ["Malformed"], [("2.1", None)])
    social = lambda **change: {"firstFactor": {**GOOGLE, **change}}
    refused("no ID of the provider", social(thirdPartyId=""), "request/field-missing", ["Malformed"], [("4.8", None)])
    refused("a verification flag that is text", social(email={"id": EMAIL, "isVerified": "true"}), "request/field-invalid", ["Malformed"], [("4.8", None)])
    refused("a provider ID of 29 characters", social(thirdPartyId="p" * 29), "request/field-too-long", ["ServiceLimit"], [("4.8", None)], "supertokens")
    refused("an address of 257 characters", password(email="a" * 245 + "@example.com"), "request/field-too-long", ["ServiceLimit"], [("4.7", None)], "supertokens")
    refused("a device name of 257 characters", device(deviceName="d" * 257), "request/field-too-long", ["ServiceLimit"], [("4.1", None)], "supertokens")


def check_bodies():
    """The bodies of section 4 of the interface, word for word, must all be among those made here."""
    stated = [
        {"userId": "u-1", "secretKey": SECRET, "skew": 1, "period": 30, "deviceName": "phone"},
        {"email": "a@example.com"},
        {"preAuthSessionId": "pre-auth-session-2", "linkCode": "link-code-2"},
        {"userId": "p-1", "email": "a@example.com", "phoneNumber": "+15555550100"},
        {"recipeUserId": "u-1"},
        {"primaryUserId": "u-1", "recipeUserId": "p-1"},
        {"email": "a@example.com", "passwordHash": PROVIDER_SCRYPT, "hashingAlgorithm": "provider_scrypt"},
        {"thirdPartyId": "google", "thirdPartyUserId": "1081", "email": {"id": "a@example.com", "isVerified": True}},
    ]
    answers = [answer for test in tests["default"] for answer in [test.get("output"), *test.get("outputs", [])] if answer]
    made = [one["body"] for answer in answers for one in answer["requests"]]
    for body in stated:
        assert body in made, body


def shaped(names, policy, test):
    return ordered({**test, **names.head_of(test["input"]), "policy": policy, "cost": "cheap"})


def write():
    names = Names("client-requests", "interface")
    groups = [
        {"source": OWN, "spec": vouched["spec"], "tests": [shaped(names, vouched["policy"], test) for test in tests[service]]}
        for service, vouched in GROUPS.items()
    ]
    made = [test for group in groups for test in group["tests"]]
    assert len(names.known | {key_of(test["input"]): test for test in made}) == len(made), "an input appears twice, or a test went away"
    used = {flag for test in made for flag in test["flags"]}
    content = {
        "formatVersion": FORMAT_VERSION,
        "operation": "client-requests",
        "topic": "interface",
        "header": [
            "The requests that bring one user over, in their order: first the login (password hash, social login or one-time code, or a user who is there), then either the TOTP devices or the one-time code as second factor.",
            "`replies` are what the service answers, one after the other, each with HTTP status 200; the user is at `user.id`, for a consumed code at `recipeUserId`. `completed` says whether the migration came to its end. A refusal means that nothing at all was sent.",
            "`oneTimeCode.externalUserId` and `externalUserId` are the mapped external IDs of the passwordless user and of the first factor's user. Further headers are permitted; body fields are not.",
        ],
        "flags": {
            name: {"bugType": FLAGS[name][0], "description": FLAGS[name][1], "effect": FLAGS[name][2], "links": LINKS.get(name, [])}
            for name in sorted(FLAGS) if name in used
        },
        "groups": groups,
    }
    path = VECTORS / "client-requests" / "interface.json"
    path.write_text(json.dumps(content, indent=2, ensure_ascii=True) + "\n", encoding="ascii")
    print(f"{sum(len(group['tests']) for group in groups)} tests")


def make():
    migrations()
    check_bodies()
    write()
