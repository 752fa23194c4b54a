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
    // 403 is a user who has to choose a new password, or whose account is disabled.
    if (response.status === 401 || response.status === 403) {
      return callback(new WrongUsernameOrPasswordError(userNameOrEmail));
    }
    if (response.status !== 200) return callback(new Error("the old system can't be asked now"));
    return callback(null, await response.json());
  } catch {
    return callback(new Error("the old system can't be asked now"));
  }
}
