import { problemMaker } from "./problem-maker.js";
import type { ImportRow } from "./problem-row.js";

/** Imports */
export const IMPORT_PROBLEMS = {
  /**
   * The run was ended from outside before every record was reached.
   * @cause Ctrl-C, or a deployment that ends its processes.
   */
  "import/interrupted": {
    remedy: "Run the same command again to resume: what was acknowledged is not sent again.",
    fault: "caller",
    repeat: "safe",
    inRehearsal: "Run the same command again: a rehearsal keeps nothing and begins from the first user.",
  },
  /**
   * For longer than the run's patience no call has succeeded for any user; or the service asks for a
   * pause of more than an hour.
   * @cause the service is down or is being restarted, its database is full, a proxy in between answers in
   * its place, a daily limit is used up.
   */
  "import/service-down": {
    remedy:
      "Look into the service's log; run the same command again once it is well, and the import resumes where it was.",
    fault: "service",
    repeat: "later",
  },
  /**
   * Another process is writing this journal. Also where the journal grows by other hands while an import
   * runs (a container that mounts the file by itself, a hard link), and where an import was suspended for so
   * long that another one has taken its lock over.
   * @cause the import was started twice; the journal is on a shared disk. It is refused as well where the
   * file ending in `.lock` was not written by credport: move that file away.
   */
  "import/journal-locked": {
    remedy:
      "Wait until the other import has ended, or stop it, then run the same command again; the lock of a process that is gone is taken over by itself.",
    fault: "environment",
    repeat: "later",
    nothingBegun: true,
  },
  /**
   * The journal, or the lock beside it, can't be opened or read.
   * @cause a folder that does not exist, a file of another user, a disk that is mounted read-only.
   */
  "import/journal-not-opened": {
    remedy: "Give a journal in a folder that exists and that you may write to.",
    fault: "environment",
    repeat: "later",
    nothingBegun: true,
  },
  /**
   * The disk did not take what had to be written down, so the run ended: continuing without a journal would
   * lose account of users.
   * @cause the disk is full, or a network disk went away.
   */
  "import/journal-not-written": {
    remedy:
      "Free space on the journal's disk and run the same command again: what could not be written down is settled with the service then.",
    fault: "environment",
    repeat: "later",
  },
  /**
   * The file that was given as journal begins with something else.
   * @cause the path of the export, or of another output, was given.
   */
  "import/not-a-journal": {
    remedy:
      "Give the journal of this import, or the path of a file that does not exist yet; this file is left as it is.",
    fault: "caller",
    nothingBegun: true,
  },
  /**
   * A line in the middle of the journal is not readable, although readable ones follow. Only a torn end is
   * expected and repaired.
   * @cause the file was edited, or a disk lost a block in a power failure.
   */
  "import/journal-damaged": {
    remedy:
      "Restore the journal from a copy, or take out all lines from the named one on: users noted there are then sent again, which makes no second user but sets their passwords to the export's, also where they were changed since.",
    fault: "environment",
    nothingBegun: true,
  },
  /**
   * The journal was begun by a version of credport that writes it in another form.
   * @cause an update in the middle of a migration.
   */
  "import/journal-version": {
    remedy: "Resume with the version of credport that began this journal.",
    fault: "environment",
    nothingBegun: true,
  },
  /**
   * The journal belongs to an input of another size or content, whose record numbers would name other users;
   * or to the same input with other hash parameters (`field` is `hashParameters`), of which users who are
   * imported already have hashes that verify no password; or read by another map, with other providers or
   * another country (`reading`), or without users whom an earlier run took by their other logins
   * (`loginOnly`); or compared with another first import (`changedSince`). Or the file changed while the import ran, before
   * or after users were sent (`field` names the line or is `input`): no user of the other content was sent.
   * @cause the export was made again, sorted, or edited between two runs; the hash parameters of another
   * project, or with a digit missing, were given in one of them.
   */
  "import/input-changed": {
    remedy:
      "Resume with the very file, the same hash parameters and the same --map, --provider, --phone-region and --login-only that the import began with; anything else needs a journal of its own, and overwrites passwords that were changed since.",
    fault: "caller",
    nothingBegun: true,
  },
  /**
   * The journal belongs to another source system, service address, tenant or profile.
   * @cause one journal for two services. A service that was mistyped and has acknowledged nothing does not
   * keep the journal. Addresses that differ only in the case of the host, the scheme's own port or slashes
   * at the end are the same; `localhost` and `127.0.0.1` are not, because they can be two services.
   */
  "import/target-changed": {
    remedy:
      "Give --from, --to, --tenant-path and --service as when the import began, or another --journal for another target.",
    fault: "caller",
    nothingBegun: true,
  },
  /**
   * A warning: the service has a TOTP device of this name for this user already, and no call of this import
   * can have made it: none was on its way when an earlier run ended. Its secret can't be asked for.
   * @cause an earlier import with another journal, or a user who enrolled a device of the same name again.
   */
  "import/device-exists": {
    remedy:
      "Ask the user to try the device; if it fails, delete it on the service and import this user again.",
  },
  /**
   * The service refused the first 20 users, all with the same answer, and no call had succeeded; the message
   * has the service's words. Nothing is decided: these users are tried again by the next run with this journal.
   * @cause the wrong `--service` or `--tenant-path`, a service that is too old for the version of the interface
   * that the profile asks for, or an address at which something else answers.
   */
  "import/everybody-refused": {
    remedy:
      "Compare --to, --tenant-path, --service and the service's version with what it says, set it right and run the same command again: no user counts as refused. If it is these users who are at fault, add --accept-refusals.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * A user with this e-mail address, phone number or social login is on the service already, and this journal
   * did not make them. Nothing was sent: an import would overwrite their password, or make a second user of
   * the same address.
   * @cause users who signed up on the new side by themselves, an earlier import with another journal.
   * @inCode `existing` of the options.
   */
  "import/user-exists": {
    remedy:
      "Decide whose password counts: leave these users as they are, skip them so that their IDs are in the mapping, or overwrite them.",
    atCommandLine:
      "Decide whose password counts: leave these users as they are, add --existing skip to have their IDs in the mapping, or --existing overwrite to set the export's passwords.",
  },
  /**
   * The user has no password in the export and was to get a hash that no password has, which would replace the password
   * of a user who is on the service already.
   * @cause `existing` of the options is left out.
   */
  "import/reset-overwrites": {
    remedy:
      'Give `existing` with a client that can look users up, or with the policy "overwrite" where the service has none of these users.',
    atCommandLine:
      "Add --existing overwrite where the service has none of these users; otherwise their passwords would be lost.",
    fault: "caller",
  },
  /**
   * A warning: the user was on the service already and is left as they are there, with the password that they
   * have there; nothing of the export was sent for them.
   * @cause `--existing skip`.
   */
  "import/existing-kept": {
    remedy: "Leave it so, or import these users with --existing overwrite before the new side is opened.",
  },
  /**
   * The service takes two records for one user: it gave the second the ID of the first, or finds the first by
   * the second's address or number. Nothing further was sent for the second; with its calls the first one's
   * user would have got its devices and logins. Told among the latest 262,144 users of a run.
   * @cause two spellings of one phone number or address that the service takes for one.
   */
  "import/user-shared": {
    remedy:
      "Look at both lines: if they are one person, keep one of them; if not, delete the user on the service and import each with an address or number of their own.",
  },
  /**
   * The service keeps another phone number than the one that was sent for a one-time code, so two numbers of
   * the export may be one user there. The login with that number was made; nothing further was sent.
   * @cause a number with a trunk zero after the country code, which the service takes out.
   */
  "import/phone-changed": {
    remedy: "Correct the number in the old system to the one that the service shows for this user.",
  },
  /**
   * The user has several logins, which only a licence links to one user. They have the first one (the
   * password, else the first social login); the others were not sent, because each would have been a user of
   * its own. They wait in the journal: the same command without the option imports them.
   * @cause `--without-linking`.
   */
  "import/linking-withheld": {
    remedy:
      "Run the import again with the same journal once the licence is there; until then these users sign in by their first login only.",
    atCommandLine:
      "Run the same command without --without-linking once the licence is there; until then these users sign in by their first login only.",
    fault: "service",
    repeat: "later",
  },
  /**
   * The user has TOTP devices, which the service imports only with a licence. They sign in without a second
   * factor meanwhile. The devices wait in the journal: the same command without the option imports them.
   * @cause `--without-totp`.
   */
  "import/totp-withheld": {
    remedy:
      "Run the import again with the same journal once the licence is there; until then these users sign in without a second factor, so keep the new side closed where that is too little.",
    atCommandLine:
      "Run the same command without --without-totp once the licence is there; until then these users sign in without a second factor, so keep the new side closed where that is too little.",
    fault: "service",
    repeat: "later",
  },
  /**
   * The service ended the deletion of users: twenty in a row could not be looked at or deleted, or it refuses
   * such calls. What was deleted is noted in the journal.
   * @cause the service is down, or the profile is that of another service.
   */
  "import/undo-stopped": {
    remedy: "Look into what the service says, then run the same command again: it resumes where it was.",
    fault: "service",
    repeat: "later",
  },
  /**
   * Users whose password is known were imported first, and not all of them sign in at the service. No
   * other user was sent. The report lists who does not, or why it could not be tried.
   * @cause another signer key on the service than the one that the hashes were made with, wrong hash
   * parameters, a password that was changed since the export, a known user who is not in the export.
   */
  "import/known-not-signed-in": {
    remedy:
      "Compare the service's signer key and the hash parameters with the old system's, and the known passwords with the time of the export; once they are put right, run the same command again.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The service refused the first 20 users with one kind of call (password hashes of one scheme, social
   * logins, TOTP devices) all with the same answer, and took none of that kind; the message has its words.
   * Nothing is decided about these users: the next run with this journal tries them again.
   * @cause a way to log in that is switched off, a hash that this service does not take, a setting that only
   * these users need.
   */
  "import/kind-refused": {
    remedy:
      "Set right on the service what its words name, and run the same command again: no user counts as refused. If it is these users who are at fault, accept their refusals.",
    atCommandLine:
      "Set right on the service what its words name, and run the same command again: no user counts as refused. If it is these users who are at fault, add --accept-refusals.",
    fault: "settings",
    repeat: "later",
  },
  /**
   * The journal of the first import holds no fingerprints of its users, so the users who changed are unknown.
   * @cause an older version of credport began it.
   */
  "import/no-fingerprints": {
    remedy:
      "Import without it: users who exist are refused, skipped or overwritten, as existing users are (--existing).",
    fault: "environment",
    nothingBegun: true,
  },
  /**
   * The first import has not brought this user to the service whole; or it ended with users on their way, and
   * nothing of the second export was sent.
   * @cause it was interrupted; users failed or wait for a licence.
   */
  "import/first-unfinished": {
    remedy: "Run the first import to its end with its own file and journal, then import the second export.",
    fault: "caller",
    repeat: "later",
  },
  /**
   * The second export has another password for a user of the first one. Whether they have set a newer one at
   * the service since can't be asked, so nothing was sent for them.
   * @cause the user changed their password in the old system after the first export, or it was hashed again.
   */
  "import/password-changed": {
    remedy:
      "Let these users reset their passwords; or, where the service was not open to users yet, import them once more and overwrite the service's.",
    atCommandLine:
      "Let these users reset their passwords; or, where the service was not open to users yet, run the same command with --existing overwrite.",
  },
  /**
   * The second export has another password for a user who has signed in at the service since the first import:
   * their password there may be the newer one, so nothing was sent for them.
   * @cause the service was opened to users between the two exports.
   */
  "import/signed-in-since": {
    remedy: "Let these users reset their passwords at the service where they don't know them.",
  },
  /**
   * Something of a user has changed since the first export that no import call can bring to a user who exists:
   * another address would make a second user, and what is gone would stay. Nothing was sent for them.
   * @cause a user changed their address, removed a number, a social login or a second factor, or set a first
   * password, in the old system after the first export.
   */
  "import/change-not-carried": {
    remedy: "Make this change by the service's own administration, or let the users make it there.",
  },
  /**
   * A warning: the user had a password on the service before this import, and has the export's there now; no
   * call of this import can have made the user. The interface has no call that asks for it beforehand.
   * @cause a second import after users have signed in on the new side, two imports with two journals, or users
   * who signed up on the new side by themselves.
   */
  "import/password-overwritten": {
    remedy:
      "Tell these users to sign in with the old system's password, or to reset it, where they had set another one on the service.",
  },
  /**
   * A warning: the user is imported, and the service did not take the mark that their address is verified; the message
   * has its words.
   * @cause an address that the service writes in another way.
   */
  "import/verification-not-set": {
    remedy:
      "Mark the address as verified by the service's own administration, or let the user verify it again.",
    fault: "service",
  },
  /**
   * The service does not take the bulk import at all; the message has its words. No user waits for its job.
   * @cause a core with in-memory storage, or one before 10.1; a tenant that needs a licence.
   */
  "import/bulk-not-taken": {
    remedy: "Import by the calls of the interface; or set right on the service what its words name.",
    atCommandLine: "Leave --via bulk out; or set right on the service what its words name.",
    fault: "service",
    repeat: "later",
  },
  /**
   * The service's job could not make this user; the message has its words.
   * @cause an address that belongs to another primary user, a role or tenant that was removed meanwhile.
   */
  "import/bulk-refused": {
    remedy: "Resolve what the service names, then try these users again.",
    atCommandLine: "Resolve what the service names, then give the file of --rejects to --only.",
  },
  /**
   * For twenty minutes no user has left the queue of the bulk import, and users of this journal are among those that
   * are being processed. They stay in the journal: the next run resumes waiting for them.
   * @cause a core before 12.0.9, which comes back again and again to a user whose external ID another user has, or who has
   * a login without a tenant; a job that was killed in the middle, or a database that is down.
   */
  "import/bulk-stuck": {
    remedy:
      "Look into the service's log; update a core before 12.0.9, which never finishes a user whose external ID is taken or who has no tenant, take such users off its list (POST /bulk-import/users/remove), and run the import again: it resumes waiting.",
    fault: "service",
    repeat: "later",
  },
  /**
   * For twenty minutes the service's job has not begun with users of this journal, who wait as NEW. They stay in
   * the journal: the next run resumes waiting for them.
   * @cause the job runs on another instance that is down, or is switched off.
   */
  "import/bulk-not-begun": {
    remedy:
      "Make sure that an instance of the service runs its jobs, which it does every five minutes, and run the import again: it resumes waiting.",
    fault: "service",
    repeat: "later",
  },
  /**
   * Users left the queue of the bulk import as if they were made, and are not on the service. They count as failed:
   * the next run with this journal sends them again. All users of their round were looked up.
   * @cause entries were taken off the service's list, or these users were deleted; a database was restored.
   */
  "import/bulk-lost": {
    remedy:
      "Find out who changed the service meanwhile, then run the import again: these users are sent again.",
    fault: "service",
    repeat: "later",
  },
  /**
   * The service's job said several times that the user exists, or has an address, number, social login or ID of
   * another user; each time the service was asked, and has no such user. The user counts as failed: the next run with
   * this journal sends them again.
   * @cause a core that was killed while its job ran; a user who was deleted in part.
   */
  "import/bulk-denied": {
    remedy: "Check the service's log, then run the import again: these users are sent again.",
    fault: "service",
    repeat: "later",
  },
  /**
   * A user who was read back after the bulk import is not what was sent: `field` says in what. The user is on the
   * service; no other user is sent until this is resolved.
   * @cause a core that leaves roles or devices out, or another program that changes users meanwhile.
   */
  "import/bulk-differs": {
    remedy:
      "Compare this user on the service with the export, and update the service or import by the calls of the interface.",
    fault: "service",
    repeat: "later",
  },
  /**
   * The service takes every address of the bulk import for verified, also unverified ones. No other user is sent;
   * the mark was taken back from users who were read back, where the profile has a call for that.
   * @cause a core before 10.1.4.
   * @inCode `acceptVerified` of the bulk options.
   */
  "import/bulk-verifies-all": {
    remedy:
      "Update the service, or import by the calls of the interface; an unverified address that counts as verified lets a stranger take the account.",
    atCommandLine:
      "Update the service, or leave --via bulk out; --accept-verified imports all the same, but an unverified address that counts as verified lets a stranger take the account.",
    fault: "service",
    repeat: "later",
  },
  /**
   * A role of the user does not exist on the service, which refuses a whole call of the bulk import for that.
   * Nothing was sent for this user.
   * @cause the roles of the old system were not made on the service yet.
   * @inCode `withoutRoles` of the bulk options.
   */
  "import/role-unknown": {
    remedy: "Make the role on the service with the permissions that it is to have, or leave roles out.",
    atCommandLine:
      "Make the role on the service with the permissions that it is to have, or add --without-roles.",
    fault: "settings",
    repeat: "later",
  },
} as const satisfies Readonly<Record<string, ImportRow>>;

export type ImportProblemCode = keyof typeof IMPORT_PROBLEMS;

export const { problem, refuse } = /* @__PURE__ */ problemMaker(IMPORT_PROBLEMS);
