/** Auth0, custom database, script «Get User»: asked before a sign-up and when a password was forgotten. */
async function getByEmail(email, callback) {
  try {
    const response = await fetch(configuration.VERIFY_URL, {
      method: "POST",
      headers: {
        authorization: `Bearer ${configuration.VERIFY_SECRET}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ action: "get_user", identifier: email }),
    });
    if (response.status === 404) return callback(null);
    if (response.status !== 200) return callback(new Error("the old system can't be asked now"));
    return callback(null, await response.json());
  } catch {
    return callback(new Error("the old system can't be asked now"));
  }
}
