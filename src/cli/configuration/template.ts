/** What `pedigree init` writes: "##" explains, and a line behind "# " holds as soon as the "# " is taken away. */
export const configurationTemplate = `# yaml-language-server: $schema=./node_modules/pedigree/spec/config.schema.json
##
## Settings of Pedigree. A flag beats the environment, and the environment beats this file.
## Lines with "##" explain; take the "# " away in front of what you want to say.
## Paths are relative to this file, and commands run in its folder.

## The target that is judged when no --target is given: one of the names below, or an address.
# target: local

## The servers to judge, by the name that --target takes.
# targets:
#   local:
##    Base address, with its scheme and version segment.
#     url: http://localhost:3000/v1
##    Where the API key is. PEDIGREE_API_KEY, --key-file and --key beat it.
#     key: { file: .pedigree-key }
##    Starts the server under test, and stops it afterwards.
#     start: npm start
##    The address that answers once it is up.
#     wait-for: http://localhost:3000/v1
##
#   staging:
#     url: https://staging.example/v1
##    The name of an environment variable. { value: … } works, too, but whoever reads this file has the key then.
#     key: { env: STAGING_KEY }
##    Category ids that exist; beyond 2^53 in quotes. Otherwise, they are learned from the animals listed.
#     categories: [1, "9007199254740993"]
##    The most requests a second, and connections at the same time.
#     rate: 50
#     concurrency: 4
##    For one request.
#     timeout: 10s
##    How long a new animal may take to be seen by the other operations.
#     settle: 2s
##    The longest wait that the server may ask for (429, Retry-After).
#     patience: 60s
##    Added to every request. Not Authorization, Content-Type, Host or Content-Length: Pedigree decides on these.
#     headers: { X-Tenant: blue }
##    PEM files: authorities to trust besides the well-known ones; the client's certificate and its private key.
##    insecure: true takes any certificate of the server: anyone in between can then read the API key.
#     tls: { ca: ca.pem, cert: client.pem, key: client.key, insecure: false }
##    The proxy to go through, or none. Otherwise, HTTPS_PROXY, HTTP_PROXY and NO_PROXY decide.
#     proxy: http://proxy.example:3128
##    The most animals that a run may add.
#     max-created: 150
##    Is run after a run, with the path of the list of what was added (created.ndjson) as its last argument, and
##    PEDIGREE_CREATED, PEDIGREE_TARGET and PEDIGREE_API_KEY in its environment.
#     cleanup: ./delete-animals.sh
##
##  A target named production, or with production: true, is read-only and asked slowly (10 requests a second on 2
##  connections, unless it has a rate or a concurrency).
#   production:
#     url: https://api.example/v1
#     key: { env: PRODUCTION_KEY }
#     production: true
##    Nothing but GET.
#     read-only: true
##    Instead of read-only, and the only way to let a run add animals to a production target:
##    writing: allowed

## How thorough a run is when no --profile is given: gate, nightly or certification.
profile: gate

## What a profile is to do otherwise: gate, nightly or certification.
# profiles:
#   nightly:
##    Random cases for each check that has some.
#     random-cases: 100
##    How long a run may take.
#     longest: 30m
##    The most animals that a run may add.
#     max-created: 600
##    Are untested requirements a reason not to conform?
#     require-tested: false
##    The same seed, the same cases. Otherwise, each night has its own.
#     seed: 7
##    The most requests a second.
#     rate: 20

## Points on which the interface is silent, and you are not: any other choice of the server is then a failure.
## "pedigree list" shows the open points, "pedigree explain LIST-13" what is known of one.
# expect:
#   limit-out-of-range: 400
#   unknown-category: [400, 422]

## Known failures that are accepted for a time. The certification profile accepts none.
# waivers:
#   - requirement: LIST-3
##    Why, who answers for it, and the last day on which it holds.
#     reason: the new pagination comes with release 12
#     owner: store team
#     expires: 2026-12-31

## Where reports go, and which.
reports:
  folder: reports
  formats: [json, junit]

## Are waivers that match nothing a reason not to conform?
strict: false
`;
