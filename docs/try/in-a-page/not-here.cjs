/** What any other module of Node's is in the page: what a page can't do says so when it is asked for. */
class NotInPageError extends Error {
  name = "NotInPageError";
}

const nothing = new Proxy(
  {},
  {
    get: (_, name) => () => {
      throw new NotInPageError(`a page has no ${String(name)}`);
    },
  },
);

// By inheritance: the bundler copies what a module has of its own, and asks its prototype for the rest.
module.exports = Object.create(nothing);
