/**
 * Auth0, custom database, script «Login». `configuration.VERIFY_URL` and `configuration.VERIFY_SECRET` are settings of
 * the connection.
 */
async function login(userNameOrEmail, password, callback) {
  try {
    const response = await fetch(configuration.VERIFY_URL, {
      method: "POST",
      headers: {
        authorization: `Bearer ${configuration.VERIFY_SECRET}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ action: "login", identifier: userNameOrEmail, password }),
    });
    const answer = await response.json();
    if (response.status === 200 && answer.user_id !== undefined) return callback(null, answer);
    // The others have to choose a new password, or their account is disabled. A status alone may be a proxy's.
    if (["wrong-password", "must-reset", "blocked"].includes(answer.reason)) {
      return callback(new WrongUsernameOrPasswordError(userNameOrEmail));
    }
  } catch {
    // No answer, or none that can be read.
  }
  return callback(new Error("the old system can't be asked now"));
}
