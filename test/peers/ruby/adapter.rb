# Ruby's gems of Debian held to the vectors, each by the name that peer.json gives it, by docs/conformance.md.
require "json"
require "bcrypt"
require "rotp"

class Skipped < StandardError; end

def bytes_of(value)
  return value if value.is_a?(String)
  raise ArgumentError, "not text" unless value.key?("hex")

  [value["hex"]].pack("H*")
end

def verify(given)
  raise Skipped, "knows no systems" if given["source"] || given["pepper"]

  { matches: BCrypt::Password.new(given["hash"]) == bytes_of(given["password"]) }
end

def totp_code(given)
  totp = ROTP::TOTP.new(given["secret"], interval: given["period"], digits: given["digits"], digest: given["algorithm"].downcase)
  { code: totp.at(given["unixSeconds"]) }
end

def debian_version(package)
  `dpkg-query -W -f '${Version}' #{package} 2>/dev/null`
end

LIBRARIES = {
  "bcrypt" => ["bcrypt-ruby", debian_version("ruby-bcrypt"), { "verify" => method(:verify) }, ["bcrypt"]],
  "rotp" => ["ROTP", debian_version("ruby-rotp"), { "totp-code" => method(:totp_code) }, nil],
}
name, version, operations, notations = LIBRARIES.fetch(ARGV[0])
HELLO = {
  protocol: 1,
  implementation: { name: name, version: version, language: "Ruby" },
  operations: operations.keys,
  notations: notations,
}.compact

def answer(run, input)
  { ok: run.call(input) }
rescue Skipped => e
  { skipped: { reason: e.message } }
rescue NameError, TypeError => e
  { errored: { context: e.message } }
rescue StandardError => e
  { error: { code: "#{e.class}: #{e.message}" } }
end

while (line = $stdin.gets)
  message = JSON.parse(line)
  break if message["cmd"] == "bye"

  reply = message["cmd"] == "hello" ? HELLO : { seq: message["seq"] }.merge(answer(operations[message["operation"]], message["input"]))
  puts JSON.generate(reply)
  $stdout.flush
end
