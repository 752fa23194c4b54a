/**
 * The closed table of problem codes, each with its remedy: what to do next.
 * `docs/problems.md` gives each code's meaning and its causes in the field; a
 * test holds the two together. A code, once released, keeps its meaning.
 */
export const PROBLEM_REMEDIES = {
  // A hash string as a whole
  "hash/empty": "Import this user by another way to log in, or let them reset their password.",
  "hash/too-long":
    "No password hash is this long: look for a column that holds something else, or for missing line ends.",
  "hash/surrounding-characters":
    "Trim the text first. Normalizing a hash, as check and import do, trims white space and a byte order mark and says so.",
  "hash/quoted":
    "Read the file with a CSV or JSON parser: the quotes belong to the file format, not to the hash.",
  "hash/illegal-character":
    "Look at how the file was written and read: a hash is plain ASCII text without control characters.",
  "hash/whole-line":
    "Give the hash alone: cut -d: -f2 takes it out of lines of shadow and htpasswd; of LDIF, give the lines of userPassword.",
  "hash/costly":
    "Try such a login at the service before you import: where it runs out of memory or time the hash never verifies; if it does, let these users reset their passwords.",
  "hash/unrecognised":
    "Name the system it comes from, or ask that system's documentation what stands in this column.",

  // bcrypt
  "bcrypt/not-bcrypt": "Run credport identify to see what the string is.",
  "bcrypt/unsupported-version": "Only 2a, 2b, 2x and 2y exist in the field: look for a damaged prefix.",
  "bcrypt/obsolete-version":
    "Let the user reset their password: $2$ is another algorithm and no service verifies it.",
  "bcrypt/cost-malformed": "Export the hash again: the cost is two decimal digits between two dollar signs.",
  "bcrypt/cost-out-of-range": "Export the hash again: bcrypt knows costs from 04 to 31.",
  "bcrypt/illegal-character": "Export the hash again: salt and digest are made of ./A-Za-z0-9 only.",
  "bcrypt/truncated": "Export the hash again from a column that holds at least 60 characters.",
  "bcrypt/trailing-characters": "Export the hash again: a bcrypt hash ends after 60 characters.",
  "bcrypt/padding-bits":
    "Clear the unused bits: normalizing the hash, as check and import do, clears them and says so.",
  "bcrypt/sign-extension":
    "Import it only if these users' passwords are ASCII; users with other characters will have to reset theirs.",

  // argon2
  "argon2/not-argon2": "Run credport identify to see what the string is.",
  "argon2/unknown-variant": "Export the hash again: the variants are argon2d, argon2i and argon2id.",
  "argon2/unknown-version": "Export the hash again: argon2 has the versions 16 and 19.",
  "argon2/malformed-number":
    "Export the hash again: numbers are decimal, without sign and without leading zeros.",
  "argon2/parameter-missing": "Export the hash again: m, t and p must all be there.",
  "argon2/parameter-duplicate": "Export the hash again: each parameter stands once.",
  "argon2/parameter-unknown": "Export the hash again: the parameters are m, t and p.",
  "argon2/keyed":
    "Let the user reset their password: the hash depends on a secret key or associated data that the service does not have.",
  "argon2/parameter-order":
    "Write the parameters in the order m,t,p: normalizing the hash, as check and import do, does it and says so.",
  "argon2/memory-out-of-range":
    "Export the hash again: m is at least 8 KiB for each lane and at most 4294967295.",
  "argon2/time-out-of-range": "Export the hash again: t is from 1 to 4294967295.",
  "argon2/parallelism-out-of-range": "Export the hash again: p is from 1 to 16777215.",
  "argon2/salt-length": "Export the hash again: the salt has at least 8 bytes.",
  "argon2/digest-length": "Export the hash again: the digest has at least 4 bytes.",
  "argon2/unusual-digest-length":
    "Check that the column did not cut the string off: a shortened digest never verifies.",
  "argon2/base64-alphabet":
    "Export the hash again: a mix of both alphabets is damage. A URL-safe alphabet alone is rewritten when the hash is normalized.",
  "argon2/base64-padding":
    "Export the hash again: wrong padding is damage. Correct padding is taken off when the hash is normalized.",
  "argon2/base64-length":
    "Export the hash again: base64 without padding never has a length of 4n + 1, so a part was cut off.",
  "argon2/padding-bits":
    "Export the hash again: the last character has bits that belong to no byte, so a part was probably cut off.",
  "argon2/illegal-character": "Export the hash again: salt and digest are base64.",
  "argon2/truncated": "Export the hash again from a column that holds at least 255 characters.",
  "argon2/trailing-characters": "Export the hash again: nothing follows the digest.",

  // provider-scrypt
  "provider-scrypt/not-provider-scrypt":
    "Run credport identify to see what the string is; a string of this kind is built from hash, salt and the hash parameters.",
  "provider-scrypt/truncated": "Export the user again: hash, salt, m, r and s must all be there.",
  "provider-scrypt/trailing-characters": "Export the user again: nothing follows the parameters.",
  "provider-scrypt/hash-missing": "Export the user again with its password hash.",
  "provider-scrypt/salt-missing":
    "Export the user again with its salt: without it no password can be verified.",
  "provider-scrypt/hash-length":
    "Export the user again: the hash is as long as the signer key, which is 64 bytes.",
  "provider-scrypt/parameter-missing":
    "Take mem_cost, rounds and base64_salt_separator from the old provider's hash parameters.",
  "provider-scrypt/parameter-duplicate": "Build the string again: each parameter stands once.",
  "provider-scrypt/parameter-unknown": "Build the string again: the parameters are m, r and s.",
  "provider-scrypt/parameter-order":
    "Write the parameters in the order m, r, s: normalizing the hash, as check and import do, does it and says so.",
  "provider-scrypt/malformed-number":
    "Build the string again: numbers are decimal, without sign and without leading zeros.",
  "provider-scrypt/memory-cost-out-of-range":
    "Compare with mem_cost in the old provider's hash parameters: it is from 1 to 30, usually 14.",
  "provider-scrypt/rounds-out-of-range":
    "Compare with rounds in the old provider's hash parameters: it is from 1 to 1073741823, usually 8.",
  "provider-scrypt/base64-alphabet":
    "Export the user again: a mix of both alphabets is damage. A URL-safe alphabet alone is rewritten when the hash is normalized.",
  "provider-scrypt/base64-padding":
    "Export the user again: wrong padding is damage. Missing padding is added when the hash is normalized.",
  "provider-scrypt/base64-length":
    "Export the user again: base64 never has a length of 4n + 1, so a part was cut off.",
  "provider-scrypt/padding-bits":
    "Export the user again: the last character has bits that belong to no byte, so a part was probably cut off.",
  "provider-scrypt/illegal-character": "Export the user again: hash, salt and separator are base64.",
  "provider-scrypt/signer-key-malformed":
    "Copy base64_signer_key whole from the old provider's hash parameters: it is padded base64 of 64 bytes.",
  "provider-scrypt/signer-key-length":
    "Copy base64_signer_key whole: the hash and the signer key have the same number of bytes.",

  // Wrappings and schemes
  "wrapping/prehashed":
    "Do not strip it: keep this hash for a login-time fallback (credport/login) and import the user at the next login.",
  "wrapping/peppered":
    "Keep this hash for a login-time fallback with the pepper (credport/login): the service has no pepper.",
  "wrapping/pepper-possible":
    "Ask the old system's owner whether a pepper is configured; if it is, say so with peppered: true.",
  "wrapping/password-altered":
    "Tell users with such a password to expect a reset, or keep their hashes for a login-time fallback (credport/login), which changes passwords in the same way.",
  "wrapping/conflict":
    "Look at how the column was filled: the wrapping names one scheme and the content is another.",
  "wrapping/nested":
    "Look at how the column was filled: only the listed combinations of wrappings are taken off.",
  "wrapping/undecodable": "Export the hash again: the part inside the wrapping does not decode.",
  "wrapping/incomplete": "Export the user again: a part of the hash is missing.",
  "wrapping/parts-exchanged":
    "Compare the two fields with the old system's: the salt is usually the shorter one, and exchanged parts never verify.",
  "wrapping/parameter-unsupported":
    "Let the user reset their password: this value of the parameter has no form that the service verifies.",
  "wrapping/ambiguous":
    "Ask the old system's documentation which of its forms this is; the text allows more than one reading.",
  "wrapping/unconfirmed":
    "Do not strip it: try a hash with a known password first (credport verify), or let these users reset their passwords.",
  "scheme/login-only":
    "Keep this hash for a login-time fallback (credport/login): it is verified there, and the user is imported at the next login.",
  "scheme/unsupported":
    "Let the user reset their password: neither the service nor credport verifies this scheme.",
  "scheme/ambiguous":
    "Name the system it comes from: a bare digest does not say which scheme made it or whether a salt is missing.",
  "scheme/plain-text":
    "Treat the file as a leak: hash the password in the old system, or let the user set a new one; never send it as a hash.",
  "scheme/no-password": "Nothing is lost: this user has no password here; import another way to log in.",
  "scheme/locked":
    "Leave this account locked: import it without a password, or unlock it in the old system and export it again.",
  "scheme/malformed": "Export the hash again: it begins like this scheme but is not a whole string of it.",

  // The service
  "service/hash-too-long":
    "Let the user reset their password, or ask for a wider column: the service would cut the hash off.",
  "service/ascii-passwords-only":
    "Tell users with other characters in their password to expect a reset, or keep their hashes for a login-time fallback.",
  "service/separator-unsupported":
    "Use another deployment of the service, or let these users reset their passwords: its parser cannot read this separator.",

  // Users
  "user/not-an-object": "Look at the record's line: each user is a JSON object.",
  "user/field-wrong-type":
    "Look at the record's line: the field holds another kind of value than the export's format says.",
  "user/field-twice":
    "Look at the record's line: keep one of the values; if both belong to users, a brace and a comma between two records are missing.",
  "user/field-unknown":
    "Look up what the field means in the old system: credport does not carry it. If it holds what users log in with, give it the name that docs/sources.md lists; else take it out.",
  "user/hash-origin-unknown":
    "Name the system with --source, or prove the password of one user with --known: some systems hash a digest of the password, and such a hash never verifies.",
  "user/source-unknown":
    "Write one of the names that credport check --help lists, or take the field out and name the system with --source.",
  "user/hash-version":
    "Let the user reset their password, or export again after their next login: the old provider then writes a hash of the current version.",
  "user/more-problems": "Mend what is named first and check again: the others are shown then.",
  "user/id-missing": "Export the user again with its ID.",
  "user/id-malformed":
    "Look at the record's line: the service keeps IDs of at most 128 printable characters.",
  "user/email-missing": "Add the user's e-mail address: the password import names users by it.",
  "user/email-malformed": "Correct the e-mail address in the old system and export again.",
  "user/phone-malformed": "Write the number in E.164: +, country code, digits, without spaces.",
  "user/disabled":
    "Leave the user out, or let disabled users go on with --include-disabled: they can then log in again.",
  "user/banned":
    "Leave the user out, or let banned users in with --include banned: they can then log in again.",
  "user/deleted":
    "Leave the user out, or let deleted users in with --include deleted: they can then log in again.",
  "user/unconfirmed": "Leave the user out, or let unconfirmed users in with --include unconfirmed.",
  "user/invited": "Leave the user out, or let invited users in with --include invited.",
  "user/no-credential":
    "Nothing to import: let the user register anew, or export the way in which they log in.",
  "user/third-party-incomplete": "Export the user again: a social login has a provider's ID and a user's ID.",
  "user/third-party-too-long": "Map the provider to a shorter ID before import.",
  "user/third-party-email-missing":
    "Add an e-mail address for the social login: the import call requires one.",
  "user/second-factor-not-carried": "Tell the user to enrol the second factor again.",
  "user/duplicate-email":
    "Decide which record is the user's, take the others out and run again: importing both would overwrite one password with the other.",
  "user/duplicate-phone":
    "Decide which record the number belongs to, take it out of the others and run again.",
  "user/duplicate-third-party":
    "Decide which record the social login belongs to, take it out of the others and run again.",
  "user/duplicate-id": "Export again: two records have the same ID.",

  // Export files
  "source/empty": "Export again: the file has no content.",
  "source/not-json":
    "Give the JSON export: for Firebase, firebase auth:export users.json --format=json; if it is one, a quotation mark or brace is missing or too many on this line.",
  "source/csv": "Export as JSON: for Firebase, firebase auth:export users.json --format=json.",
  "source/utf-16": "Save the file as UTF-8.",
  "source/nul-bytes":
    "Export or copy the file again: a disk that was full or a computer that stopped leaves NUL bytes where text was to be written.",
  "source/compressed": "Unpack the file first: gunzip or unzip.",
  "source/cut-off":
    "Export again: the file was cut off while it was written or copied, or a quotation mark or brace is missing in the record on this line.",
  "source/no-users": "Give the export file itself: it holds a list under the key users.",
  "source/of-other-system":
    "Give the system that wrote the file with --from, or the file that this system wrote.",
  "source/trailing-data": "Give one export at a time: a second document follows the first.",
  "source/record-not-json":
    "Look at the lines that are named: a comma, quotation mark or brace is missing or too many.",
  "source/record-not-utf8": "Save the file as UTF-8.",
  "source/record-too-long": "Look at the record's line: no user has this much data.",
  "source/records-unreadable":
    "Mend the lines that are named, or export again, before anything is imported: users who stand there would be left behind.",
  "source/temporary-files":
    "Free space in that folder, or name another one in the environment variable TMPDIR.",
  "source/input-changed": "Leave the file as it is until the command has ended, and run it again.",
  "source/separator-damaged":
    "Compare the file with the old system: a comma is missing, doubled or damaged here, so it may have been edited or cut together.",
  "source/hash-config-missing":
    "Give the hash parameters with --hash-config: in the Firebase console, Authentication, Users, menu, Password hash parameters.",
  "source/hash-config-unreadable":
    "Copy the text of the console as it stands: hash_config { algorithm: SCRYPT, … }.",
  "source/hash-config-incomplete": "Copy all five lines of the console's hash_config.",
  "source/hash-config-algorithm":
    "Only Firebase's own SCRYPT has these parameters; for another algorithm look at the hash strings themselves.",
  "source/hash-config-separator":
    "Copy base64_salt_separator as the console shows it, usually Bw==, without quotation marks around it.",

  // Secrets
  "secret/empty": "Export the second factor again, or let the user enrol again.",
  "secret/too-long": "Look at the column: no shared secret is this long.",
  "secret/illegal-character":
    "Check the encoding that the old system uses for this column; do not replace characters by look.",
  "secret/impossible-length": "Export the secret again: a part was cut off.",
  "secret/padding-wrong":
    "Export the secret again: padding stands at the end only and completes the last group.",
  "secret/padding-bits":
    "Export the secret again: the last character has bits that belong to no byte, so a part was probably cut off or mistyped.",
  "secret/base64-alphabet": "Name the right encoding: base64 has + and /, base64url has - and _.",
  "secret/not-text":
    "Export the value again: it contains an unpaired surrogate and can't be encoded as UTF-8.",
  "secret/encrypted":
    "Decrypt the column with the old system's key and its own tools, and name the encoding of what comes out.",
  "secret/otpauth-uri":
    "Give the whole URI as a URI, without naming an encoding: it says how to read its secret.",
  "secret/over-service-limit":
    "Let the user enrol again: the service's column holds no secret of this length.",
  "secret/may-be-other-encoding":
    "Compare a code from one user's device with the code of the converted secret before you import the rest.",
  "secret/surrounding-white-space":
    "Compare with the old system whether the white space belongs to the key; if not, take it off before.",
  "secret/long-key":
    "Compare a code from one user's device with the code of the converted secret: keys of this length are rare.",
  "secret/short-key":
    "Nothing to do to keep logins working; RFC 4226 asks for 128 bits, so let these users enrol again some time.",

  // otpauth URIs
  "otpauth/not-otpauth": "Look at the column: a device's URI begins with otpauth://totp/.",
  "otpauth/migration-uri": "Read it as a migration URI: it can hold several devices.",
  "otpauth/single-uri": "Read it as the URI of a single device.",
  "otpauth/too-long": "Look at the column: no otpauth URI is this long.",
  "otpauth/illegal-character":
    "Write the URI again with percent-encoding: control characters and # can't stand in it as they are.",
  "otpauth/percent-encoding":
    "Write the URI again: each % is followed by two hexadecimal digits, and the bytes are UTF-8.",
  "otpauth/html-escaped": "Undo the HTML escaping once: &amp; has to be & before the URI is read.",
  "otpauth/hotp":
    "Let the user enrol again: the service verifies time-based codes only, and this device counts.",
  "otpauth/type-unsupported": "Let the user enrol again: the service verifies time-based codes (totp) only.",
  "otpauth/secret-missing": "Export the device again: a URI without secret has no key.",
  "otpauth/parameter-duplicate": "Export the device again: each parameter appears once.",
  "otpauth/malformed-number":
    "Export the device again: numbers are decimal, without sign and without leading zeros.",
  "otpauth/algorithm-unknown": "Export the device again: the algorithms are SHA1, SHA256 and SHA512.",
  "otpauth/algorithm-unsupported": "Let the user enrol again: the service verifies SHA1 only.",
  "otpauth/digits-unsupported": "Let the user enrol again: the service verifies codes of 6 digits only.",
  "otpauth/encoder-unsupported":
    "Let the user enrol again: the device shows its codes in another form than decimal digits.",
  "otpauth/period-out-of-range": "Export the device again: a period is from 1 to 86400 seconds.",
  "otpauth/unusual-period":
    "Compare a code from one user's device before you import the rest: many apps ignore the period and use 30 seconds.",
  "otpauth/issuer-mismatch":
    "Nothing to do to keep logins working: the issuer parameter is taken, the one in the label is not.",
  "otpauth/counter-ignored":
    "Check that the device is time-based: a counter belongs to hotp and has no meaning here.",
  "otpauth/parameter-ignored":
    "Check with the app that wrote the URI that this parameter has no part in making the codes.",
  "otpauth/device-name-too-long":
    "Give the device a shorter name on import, or let the service name it: this one was left off.",
  "otpauth/not-text":
    "Export the URI again: it contains an unpaired surrogate and can't be encoded as UTF-8.",
  "otpauth/migration-data":
    "Export from the app again: the data parameter is percent-encoded standard base64.",
  "otpauth/migration-malformed":
    "Scan or export from the app again: the message inside is damaged or cut off.",
  "otpauth/migration-empty": "Export from the app again with at least one account chosen.",
  "otpauth/migration-too-many": "Export in parts: a migration URI holds at most 100 accounts here.",
  "otpauth/migration-unspecified":
    "Ask which app wrote it; if that app means SHA1, 6 digits and TOTP, choose the usual values for what it leaves unspecified.",
  "otpauth/migration-part": "Scan the other codes of this export too: each holds other accounts.",

  // TOTP codes
  "totp/code-malformed": "Ask for the code again: it has exactly as many decimal digits as the device shows.",
  "totp/algorithm-unknown": "Give the device's algorithm: SHA1, SHA256 or SHA512.",
  "totp/digits-out-of-range": "Give the number of digits that the device shows: 6, 7 or 8.",
  "totp/period-out-of-range": "Give the period in seconds: a whole number from 1 to 86400, usually 30.",
  "totp/skew-out-of-range": "Give the tolerance in steps: a whole number from 0 to 100, usually 1.",

  // Requests to the service, before they are sent
  "request/field-missing": "Give the field that is named: the call cannot be made without it.",
  "request/field-invalid":
    "Give text without control characters and half characters, or the type that the field's documentation names.",
  "request/field-too-long":
    "Shorten the value on the old side, or leave this user out: the service cannot store it.",
  "request/contact-ambiguous":
    "Give either the e-mail address or the phone number, and bring the other one in by the update call.",
  "request/contact-missing":
    "Give an e-mail address or a phone number; a user with neither cannot have a one-time code.",
  "request/email-malformed":
    "Correct the address on the old side: it has something before and after an @ and no white space.",
  "request/phone-malformed":
    "Write the number in E.164: a plus sign, the country code and the number, digits only.",
  "request/number-out-of-range":
    "Give a whole number: skew is 0 or more time steps, period is 1 or more seconds.",
  "request/secret-not-canonical":
    "Convert the secret from the old system's encoding to base32, and send what comes out.",
  "request/hash-not-canonical": "Normalise the hash for this service, and send what comes out.",
  "request/algorithm-mismatch":
    "Leave hashingAlgorithm out: it follows from the hash and the service profile.",
  "request/same-user":
    "Give the passwordless user an address or an ID of its own: a user can't be linked to their own account.",
  "request/progress-mismatch":
    "Give back the progress that belongs to this request, or none: every step can be repeated.",

  // Calls to the service
  "client/unreachable":
    "Check the base address, the name server and the firewall; nothing was sent, so the call can simply be repeated.",
  "client/tls-failed":
    "Install the certificate authority of the service (NODE_EXTRA_CA_CERTS), or correct the base address; nothing was sent.",
  "client/reply-lost":
    "Find out whether it happened before repeating it: docs/client.md says for each call what repeating does.",
  "client/timed-out":
    "Allow a call more time or lower the concurrency; the service may have carried the call out, so see docs/client.md before repeating it.",
  "client/aborted":
    "Repeat the call when you want to resume; if it was on its way, the service may have carried it out.",
  "client/not-sent": "Safe to retry: this attempt was never sent.",
  "client/redirected":
    "Use the address that the service really answers at as its base address: a redirect is not followed, because it would carry the API key along.",
  "client/reply-not-json":
    "Check that the base address leads to the service itself and not to a proxy, a login page or another program.",
  "client/reply-too-large":
    "Check that the base address leads to the service itself; raise the limit of a reply's size if its user records really are that large.",
  "client/reply-unexpected":
    "Check that the base address leads to the service itself and that the service profile fits it.",
  "client/bad-request": "Correct what the service names; the same request will be refused again.",
  "client/api-key-refused":
    "Compare the API key with the service's configuration; look for a line break or blanks at its ends.",
  "client/feature-not-licensed":
    "Switch the paid feature on: set a licence key on the service (a development key is free), or use the enable button of its dashboard.",
  "client/forbidden":
    "Enable this way to log in for the tenant, or correct the tenant path: application-wide calls go to the public tenant only.",
  "client/path-not-found":
    "Check the base address with its path prefix, and the tenant path: nothing answers at this path.",
  "client/method-not-allowed":
    "Check the base address with its path prefix: what answers there is not this call.",
  "client/rate-limited":
    "Lower the concurrency or the rate and resume later; the service did not carry the call out.",
  "client/signer-key-missing":
    "Set the signer key in the service's configuration (provider_password_hashing_signer_key, or the setting that the service profile names), restart it, and import again.",
  "client/service-error": "Look into the service's log; repeat the call once the service is well.",
  "client/unexpected-http-status":
    "Check that the base address leads to the service itself and not to a proxy.",
  "client/service-refused":
    "Look the status up in docs/client.md: it is the service's decision about this user, and the same request will get it again.",
  "client/user-id-not-found":
    "Compare the service's replies with docs/client.md: they name the user in another place, or by a text that can't be an ID.",
  "client/device-exists":
    "Ask the user to try the device; if it fails, delete it on the service and migrate this user again.",
  // Verification
  "verify/password-too-long":
    "Refuse the login: nobody has a password of this length; raise limits.passwordBytes if your users do.",
  "verify/password-not-text": "Give the password's bytes instead of broken text, or refuse the login.",
  "verify/cost-over-limit":
    "Look at where this hash comes from; if it is genuine, raise the limit that the field names for this export.",
  "verify/memory-over-limit":
    "Look at where this hash comes from; if it is genuine and the server has the memory, raise limits.memoryBytes.",
  "verify/queue-full":
    "Answer that the server is busy and let the user try again; add servers if it happens in normal operation.",
  "verify/aborted": "Nothing to do: the caller ended it.",
  "verify/engine-missing":
    "Install the optional dependencies @node-rs/bcrypt and @node-rs/argon2, or hash-wasm where native code does not run.",
  "verify/engine-forbidden":
    "Start Node with --allow-addons for the native engines, or with --allow-worker for the portable ones.",
  "verify/engine-failed":
    "Try again; if it happens with this hash only, look at its parameters, else at the machine's free memory.",
  "verify/signer-key-missing": "Give signerKey: base64_signer_key of the old provider's hash parameters.",
  "verify/pepper-missing": "Give pepper: the secret from the old system's configuration.",

  // The conformance suite
  "conformance/vectors-unreadable":
    "Give the folder of the vectors: it holds a folder for each operation, as credport conform --copy writes it.",
  "conformance/vectors-malformed":
    "Mend the vector file at the place named, or copy the vectors anew with credport conform --copy.",
  "conformance/vectors-changed":
    "Copy the vectors anew with credport conform --copy; if you changed them on purpose, take manifest.json away or write it anew.",
  "conformance/no-cases":
    "Look at --only and --skip: a pattern is an id with * and ?, or the name of an operation; --list shows them all.",
  "conformance/skip-reason-missing":
    "Write the reason behind each pattern of the skip file, on the same line.",
  "conformance/not-copied": "Give a folder that does not exist yet or is empty, where you may write.",
  "conformance/not-startable":
    "Look at the command behind --: the program's name or path, its permission to be run, and each argument by itself; no shell takes part.",
  "conformance/hello-missing":
    "Let the program answer the hello line with its own within the time, and flush its output after each line; docs/conformance.md shows complete adapters.",
  "conformance/protocol-mismatch":
    "Use an adapter for this version of the protocol, or the version of credport that the adapter was written for.",
  "conformance/run-failed":
    "Look at what is named: the disk where the report goes, the reader behind a pipe, the memory. The report, if there is one, is not whole.",
  "conformance/option-malformed": "Look at credport conform --help for what the option takes.",

  // The command line
  "cli/interrupted": "No output files were written. Run the command again.",
  "cli/unexpected-error":
    "Please report it with this line, the command and its version, but without the export: it is a fault of credport.",
  "cli/no-secret": "Type it at the prompt, or pipe it in: command < file.",
  "cli/not-readable": "Look at the path and at the file's permissions.",
  "cli/not-a-file": "Give the export file itself; it is read twice, so a pipe or a folder won't do.",
  "cli/file-too-large": "Give the small file that the option asks for.",
  "cli/not-writable":
    "Give a path in a folder that you may write to, on a disk with room; a device, pipe or folder can't be replaced by a file.",
  "cli/output-exists": "Give the path of a new file, or add --force to replace this one.",
  "cli/output-in-use": "Wait until that process has ended, or give another path.",
  "cli/same-file": "Give each output a file of its own, and none of the files that are read.",
  "cli/plugin-unusable":
    "Give a module whose default export is a source, or a list of sources: docs/sources.md shows one.",
  "cli/unknown-source": "Give one of the systems that --help lists.",
  "cli/unknown-service": "Give one of the profiles that --help lists.",
  "cli/port-malformed": "Give a free port, or 0 for any.",
  "cli/port-taken": "Give another port, or 0 for a free one.",
  "cli/secret-too-long":
    "Give the secret alone on the first line; a file that holds more is probably the wrong one.",
  "cli/secret-not-utf8": "Save the text as UTF-8; give raw bytes in base64 or hexadecimal.",
  "cli/several-secrets": "Add --lines to convert every line; without it, give one secret.",
  "cli/unknown-encoding": "Give one of the encodings that --help lists.",
  "cli/encoding-not-named":
    "Name what the old system uses with --encoding, or find it with --prove and a code from the user's phone.",
  "cli/code-proves-nothing":
    "Set both clocks, and try a fresh code of the same device; if that fails too, look at how the old system stores its secrets.",
  "cli/qr-code-too-large": "Make the terminal wider, or shorten --label and --issuer.",
  "cli/time-malformed": "Give seconds since 1970-01-01 00:00 UTC, as date +%s prints them.",
  "cli/number-malformed": "Give a positive number within the limits that --help names.",
  "cli/target-malformed":
    "Correct --to, --tenant-path or the API key; --allow-plain-http allows an address without https.",
  "cli/no-api-key": "Set CREDPORT_API_KEY, or name a file that holds the key with --api-key-file.",
  "cli/option-needs-target": "Add --to with the service's address, or leave the option out to rehearse.",
  "cli/known-needs-rehearsal":
    "Rehearse with --known first, then leave it out: the service itself is tried by signing in to it.",
  "cli/known-malformed": 'Give one JSON object a line: {"email":"…","password":"…"}.',
  "cli/selection-malformed":
    "Give a file that credport import --rejects wrote, whole or with a part of its lines.",
  "cli/selection-of-other-export":
    "Give the export that the --rejects file was written for; the two belong together.",

  // The login-time fallback
  "login/lookup-failed":
    "Look at why findLegacyUser failed (onError has its error), and let the user try again.",
  "login/record-unusable":
    "Look at this user's record (onError has the error): passwordHash must be text, source one of SOURCE_NAMES.",
  "login/import-failed":
    "Nothing is lost: the old record is untouched. Look at why the import failed (onError has its error); the next login tries again.",
  "login/timed-out":
    "Look at why the function that is named does not answer; raise timeoutMs if it needs longer. The next login tries again.",
  "login/password-not-covered":
    "Let the user choose a new password, as after a forgotten one: the old hash does not tell whether what they typed is their password to its end.",
  "login/password-refused":
    "Let the user choose a new password that the service's rules accept, as after a forgotten one.",
  "login/sign-up-missing":
    "Give signUp: this user's hash can't be imported as it is, so the new service has to hash the password itself.",
  // Imports
  "import/interrupted":
    "Run the same command again when you want to go on: what was acknowledged is not sent again.",
  "import/service-down":
    "Look into the service's log; run the same command again once it is well, and the import goes on where it was.",
  "import/everybody-refused":
    "Compare --to, --tenant-path, --service and the service's version with what it says, set it right and run the same command again: nobody counts as refused. If it is these users who are at fault, take them out of the file.",
  "import/journal-locked":
    "Wait until the other import has ended, or stop it, then run the same command again; the lock of a process that is gone is taken over by itself.",
  "import/journal-not-opened": "Give a journal in a folder that exists and that you may write to.",
  "import/journal-not-written":
    "Free space on the journal's disk and run the same command again: what could not be written down is settled with the service then.",
  "import/not-a-journal":
    "Give the journal of this import, or the path of a file that does not exist yet; this file is left as it is.",
  "import/journal-damaged":
    "Restore the journal from a copy, or take out all lines from the named one on: users noted there are then sent again, which makes no second user but sets their passwords to the export's, also where they were changed since.",
  "import/journal-version": "Go on with the version of credport that began this journal.",
  "import/input-changed":
    "Go on with the very file and the same hash parameters that the import began with; anything else needs a journal of its own, and overwrites passwords that were changed since.",
  "import/target-changed":
    "Give --from, --to, --tenant-path and --service as when the import began, or another --journal for another target.",
  "import/password-overwritten":
    "Tell these users to sign in with the old system's password, or to reset it, where they had set another one on the service.",
  "import/device-exists":
    "Ask the user to try the device; if it fails, delete it on the service and import this user again.",
} as const satisfies Record<string, string>;

/** Every code that a problem can have. */
export type ProblemCode = keyof typeof PROBLEM_REMEDIES;

/** All codes, in the order of the table. */
export const PROBLEM_CODES = Object.freeze(Object.keys(PROBLEM_REMEDIES) as ProblemCode[]);
