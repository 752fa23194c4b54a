import { area } from "./problem-maker.js";

/** Imports. */
export const {
  rows: IMPORT_PROBLEMS,
  problem,
  refuse,
} = /* @__PURE__ */ area({
  "import/interrupted": {
    remedy: "Run the same command again to resume: what was acknowledged is not sent again.",
    inRehearsal: "Run the same command again: a rehearsal keeps nothing and begins from the first user.",
  },
  "import/service-down":
    "Look into the service's log; run the same command again once it is well, and the import resumes where it was.",
  "import/journal-locked": {
    remedy:
      "Wait until the other import has ended, or stop it, then run the same command again; the lock of a process that is gone is taken over by itself.",
    nothingBegun: true,
  },
  "import/journal-not-written":
    "Free space on the journal's disk and run the same command again: what could not be written down is settled with the service then.",
  "import/journal-unusable": {
    remedy:
      "Give the journal of this import, or the path of a file that does not exist yet, in a folder that exists and that you may write to; a file that is not a journal is left as it is. Resume with the version of credport that began the journal.",
    nothingBegun: true,
  },
  "import/journal-damaged": {
    remedy:
      "Restore the journal from a copy, or take the named line out, and no other, and run the same command again. A user noted there may be sent again, which sets their password to the export's. Delete those on the service who are then named as there already and were not before the import, and run it once more.",
    nothingBegun: true,
  },
  "import/input-changed": {
    remedy:
      "Resume with the very file, and with the options that the message names as they were in the import before; anything else needs a journal of its own, and overwrites passwords that were changed since.",
    nothingBegun: true,
  },
  "import/target-changed": {
    remedy:
      "Give --from, --to, --tenant-path and --service as when the import began, or another --journal for another target. Where the service has lost users, delete the others by credport undo, then import all with another --journal.",
    nothingBegun: true,
  },
  "import/user-gone":
    "Find out who has deleted this user. If it was a mistake, export the user alone and import that file with its own journal.",
  "import/not-confirmed": "Allow GET /user/id at the service; or compare its number of users with the report's.",
  "import/device-exists":
    "Leave both devices: each takes the codes of its own secret. Ask the user which one is theirs before you delete one.",
  "import/all-refused": {
    remedy:
      "Set right what the service's words name: on the service, or in the address, the tenant path, the profile and the service's version. Then run the same command again: no user counts as refused. If it is these users who are at fault, accept their refusals.",
    atCommandLine:
      "Set right what the service's words name: on the service, or in --to, --tenant-path, --service and the service's version. Then run the same command again: no user counts as refused. If it is these users who are at fault, add --accept-refusals.",
  },
  "import/user-exists": {
    remedy:
      "Decide whose password counts: leave these users as they are, skip them, which puts the IDs of accounts that are surely theirs into the mapping, or overwrite them. Where the address is not verified, find out whose account it is, and delete it if it is a stranger's.",
    atCommandLine:
      "Decide whose password counts: leave these users as they are, add --existing skip to have the IDs of accounts that are surely theirs in the mapping, or --existing overwrite to set the export's passwords. Where the address is not verified, find out whose account it is, and delete it if it is a stranger's.",
  },
  "import/existing-kept": "Leave it so, or import these users with --existing overwrite before the new side is opened.",
  "import/user-not-named": "Look the user up by address: undo knows no ID.",
  "import/user-shared":
    "Look at both lines: if they are one person, keep one of them; if not, delete the user on the service and import each with an address or number of their own.",
  "import/login-taken":
    "Find out whose login it is: if it is this user's, link it by the service's own administration; if not, take it out of the old system's record. credport undo deletes what was made for this user.",
  "import/login-maybe-taken": "Find out on the service whose logins these are, and unlink those of another person.",
  "import/phone-changed": "Correct the number in the old system to the one that the service shows for this user.",
  "import/linking-withheld": {
    remedy:
      "Run the import again with the same journal once the licence is there; until then these users sign in by their first login only.",
    atCommandLine:
      "Run the same command without --without-linking once the licence is there; until then these users sign in by their first login only.",
  },
  "import/totp-withheld": {
    remedy:
      "Run the import again with the same journal once the licence is there; until then these users sign in without a second factor, so keep the new side closed where that is too little.",
    atCommandLine:
      "Run the same command without --without-totp once the licence is there; until then these users sign in without a second factor, so keep the new side closed where that is too little.",
  },
  "import/known-not-signed-in":
    "Give known users who are imported: one who logs in through the fallback, or who was on the service before, proves nothing (compare a later export with the first import by --changed-since), nor does a password that the service can't verify, which credport check --known names. Compare the service's signer key and the hash parameters with the old system's, and the known passwords with the time of the export; then run the same command again.",
  "import/first-journal-unfit": {
    remedy:
      "Give the journal of this system's first import, made by this version with the same ID column. If there is none, import without it, and leave users as they are who are there already.",
    atCommandLine:
      "Give the journal of this system's first import, made by this version with the same ID column. If there is none, leave --changed-since out and add --existing refuse: new users are imported, and the others stay as they are.",
    nothingBegun: true,
  },
  "import/first-unfinished": {
    remedy:
      "Run the import that has written the first journal again until it comes to its end, with its own file, journal and settings; then import this export.",
    atCommandLine:
      "Run the command that has written the first journal again, as it was, until it comes to its end; then run this one.",
    nothingBegun: true,
  },
  "import/password-changed": {
    remedy:
      "Let these users reset their passwords; or, where the service was not open to users yet, import them once more and overwrite the service's.",
    atCommandLine:
      "Let these users reset their passwords; or, where the service was not open to users yet, run the same command with --existing overwrite.",
  },
  "import/signed-in-since":
    "Let these users reset their passwords at the service where they don't know them, and add what else is new there themselves.",
  "import/change-not-carried":
    "Make sure, where the address or its mark has changed, that the ID is still the same person's; then make this change by the service's own administration, or let the users make it there. Whom the old system keeps out now the service lets in: disable or delete their accounts there, and end their sessions.",
  "import/password-overwritten":
    "Tell these users to sign in with the old system's password, or to reset it, where they had set another one on the service. End the account's sessions, and take the other logins and TOTP devices that are not the user's out of it: what was there before stays, and lets in.",
  "import/verification-not-set": "Mark the address as verified on the service, or let the user verify it again.",
  "import/bulk-not-taken": {
    remedy: "Import by the calls of the interface; or set right on the service what its words name.",
    atCommandLine: "Leave --via bulk out; or set right on the service what its words name.",
  },
  "import/bulk-refused": {
    remedy: "Resolve what the service names, then try these users again.",
    atCommandLine: "Resolve what the service names, then give the file of --rejects to --only.",
  },
  "import/bulk-stuck":
    "Make sure that an instance of the service runs its jobs, which it does every five minutes, and look into its log; update a core before 12.0.9, which never finishes a user whose external ID is taken or who has no tenant, take such users off its list (POST /bulk-import/users/remove), and run the import again: it resumes waiting.",
  "import/bulk-lost":
    "Look into the service's log, find out who changed it meanwhile, then run the import again: these users are sent again.",
  "import/bulk-differs":
    "Compare this user on the service with the export, and update the service or import by the calls of the interface.",
  "import/bulk-verifies-all": {
    remedy:
      "Update the service, or import by the calls of the interface; an unverified address that counts as verified lets a stranger take the account.",
    atCommandLine:
      "Update the service, or leave --via bulk out; --accept-verified imports all the same, but an unverified address that counts as verified lets a stranger take the account.",
  },
  "import/users-missing":
    "Export again with all pages, files and providers, or give another --expect where users have come or gone since; over many machines, plan the run again with it.",
  "import/role-unknown": {
    remedy: "Make the role on the service with the permissions that it is to have, or leave roles out.",
    atCommandLine: "Make the role on the service with the permissions that it is to have, or add --without-roles.",
  },
});
