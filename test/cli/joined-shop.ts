/**
 * A source of the operator's own with rows of two tables, as text of a module: `user:1` is a user, `phone:1` a
 * row of theirs, whose number ends in the same digit.
 */
export const JOINED_SHOP = `export default {
  name: "shop", title: "our shop", origin: "ghost", idField: "id", otherFields: "counted",
  readers: [{
    format: "words", fits: () => true,
    async *read(input) {
      let text = "", index = 0;
      for await (const bytes of input) text += new TextDecoder().decode(bytes);
      for (const word of text.trim().split(/\\s+/)) {
        const [table, id] = word.split(":");
        yield { kind: "record", place: { index, line: ++index }, value: { id }, table };
      }
    },
  }],
  fields: [{ read: new Set(["id"]), notCarried: new Set() }],
  roleOf: ({ id }, { table }) =>
    table === "phone" ? { role: "part", part: "phones", key: id } : { role: "user", key: id },
  toUser: ({ id }, { parts }) => ({
    externalUserId: id, emails: [], password: undefined, thirdParty: [], totp: [],
    phoneNumbers: parts("phones").map((phone) => ({ value: "+1555555010" + phone.id, isVerified: true })),
  }),
};`;
