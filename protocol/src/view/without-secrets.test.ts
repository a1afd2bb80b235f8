import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

/** Lines as programs and people write them; `S3CR` marks what must not stay. */
const SECRET_LINES = [
	'DB_PASSWORD=S3CRhunter2',
	// JSON within JSON, as structured logs have it, and within that once more.
	'{"level":"info","body":"{\\"user\\":\\"ada\\",\\"password\\":\\"S3CR one\\"}"}',
	'{"a":"{\\"b\\":\\"{\\\\\\"token\\\\\\":\\\\\\"S3CRabc\\\\\\",\\\\\\"n\\\\\\":1}\\"}"}',
	'{"body":"{\\"password\\": \\"S3CR with \\\\\\" a quote S3CR\\"}"}',
	'"headers":"{\\"Authorization\\":\\"Bearer S3CRabc\\"}"',
	'cut off: {\\"password\\":\\"S3CRabc',
	// With colours.
	'\x1b[36mDB_PASSWORD\x1b[0m=S3CRabc',
	'\x1b[1;36mDB_PASSWORD\x1b[0m: \x1b[32mS3CRabc\x1b[0m',
	'password：S3CRabc',
	'DB_PASSWORD+=S3CRabc',
	'?password%3DS3CRabc&a=b',
	'DB_PASSWORD\u200b=S3CRabc',
	'{&quot;password&quot;:&quot;two S3CRwords&quot;,&quot;n&quot;:1}',
	'{"token":["S3CRabc","S3CRdef"],"n":1}',
	"'password' => ['S3CRabc'],",
	'ENV DB_PASSWORD S3CRabc',
	'  ENV API_TOKEN "two S3CRwords"',
	'setx DEPLOY_TOKEN S3CRabc',
	'setenv DB_PASSWORD S3CRabc',
	'set -gx GITHUB_TOKEN S3CRabc',
	'export AWS_SECRET_ACCESS_KEY=S3CRwJalrXUtnFEMI',
	'GITHUB_TOKEN=S3CRabc',
	'CLIENT_SECRET=S3CRabc',
	'MY_API_KEY=S3CRabc',
	'STRIPE_SECRET_KEY=S3CRabc',
	'ENCRYPTION_KEY=S3CRabc',
	'set NPM_AUTH=S3CRabc',
	'MYSQL_PWD=S3CRabc',
	'DB_PASS=S3CRabc',
	'GITLAB_PAT=S3CRabc',
	'SENTRY_DSN=https://S3CRabc@o1.ingest.example/1',
	'UNITY_SERIAL=SC-S3CR-ABCD-ABCD-ABCD-ABCD',
	'  PGPASSWORD: S3CRabc',
	'$env:DEPLOY_TOKEN = "S3CRabc"',
	'dbPassword=S3CRabc',
	'{"accessToken":"S3CRabc","user":"ada"}',
	'{"client_secret": "S3CRabc"}',
	'"refresh_token" : "S3CRabc"',
	"'api_key' => 'S3CRabc',",
	'apiKey := "S3CRabc"',
	'private_key: S3CRabc',
	'passphrase: correct S3CRhorse battery S3CRstaple',
	'password: "two S3CRwords"',
	"password: 'it \\'S3CRis'",
	'Authorization: Token S3CRabc',
	'authorization: Digest username="ada", response="S3CRabc"',
	'Proxy-Authorization: Negotiate S3CRabc',
	'Cookie: theme=dark; session=S3CRabc; id=S3CRdef',
	'< Set-Cookie: sid=S3CRabc; HttpOnly',
	'12:00:01 request Cookie: a=S3CRb; c=S3CRd',
	"curl -H 'Authorization: ApiKey S3CRabc' https://api.example",
	'curl -u ada:S3CRabc https://api.example',
	'curl --user ada:S3CRabc https://api.example',
	'X-Api-Key: S3CRabc',
	'x-auth-token: S3CRabc',
	'Server=db;Uid=sa;Pwd=S3CRabc;',
	'Server=db;User Id=sa;Password=S3CRabc;Encrypt=true',
	'DefaultEndpointsProtocol=https;AccountKey=S3CRabc==;',
	'postgres://ada:S3CRabc@db.example/x',
	'redis://:S3CRabc@cache.example',
	'https://api.example/x?access_token=S3CRabc&page=2',
	'https://api.example/x?page=2&api_key=S3CRabc',
	'machine api.example login ada password S3CRabc',
	'<password>S3CRabc</password>',
	'<clientSecret>S3CRabc</clientSecret>',
	'error: token=S3CRabc is refused',
	'request failed: password: S3CRabc',
	'bin/tool --api-key S3CRabc run',
	'bin/tool --password=S3CRabc',
	'docker login -p x --password S3CRabc',
	'AIzaS3CRabcdefghijklmnopqrstuvwxyzabcde',
	'rk_live_S3CRabcdefghijklmnop',
	'hf_S3CRabcdefghijklmnopqrst',
	'dckr_pat_S3CRabcdefghijklmn',
	'shpat_S3CRabcdefghijklmnop',
	'SG.S3CRabcdefghijklmno.abcdefghijklmnopq',
	'whsec_S3CRabcdefghijklmnop',
	'npm_S3CRabcdefghijklmnopqrstuvwxyzabcdef',
	'glpat-S3CRabcdefghijklmnop',
	'xoxb-123-S3CRabcdefghijklm',
	'123456789:S3CRabcdefghijklmnopqrstuvwxyzabcde',
	'lin_api_S3CRabcdefghijklmnop',
	'hubSessionId=S3CRabc',
	'POST https://discord.com/api/webhooks/1/S3CRabc',
	'"sessionId": "S3CRabc"',
	// Signing of Android builds.
	'keystorePass: S3CRabc',
	'keyaliasPass=S3CRabc',
	'Unity -batchmode -keystorePass S3CRabc -keyaliasPass S3CRdef -quit',
	'PlayerSettings.Android.keystorePass = S3CRabc',
	'AndroidKeystorePass: S3CRabc',
	"storePassword 'S3CRabc'",
	'keyPassword "S3CRabc"',
	'jarsigner -storepass S3CRabc -keypass S3CRdef app.jar upload',
	'apksigner sign --ks-pass pass:S3CRabc --key-pass pass:S3CRdef app.apk',
	'openssl rsa -in a.pem -passin pass:S3CRabc -passout pass:S3CRdef',
	// A password that is called "pass".
	'pass: S3CRabc',
	'  pass: correct S3CRhorse',
	'{"user": "ada", "pass": "S3CRabc"}',
	"{ user: 'ada', pass: 'S3CRabc' }",
	'PASS=S3CRabc',
	'export PASS="S3CRabc"',
	'login failed: user=ada pass=S3CRabc',
	'https://a.example/x?user=ada&pass=S3CRabc',
	'userpass=S3CRabc',
	'dbPass: S3CRabc',
	'smtpPass = "S3CRabc"',
	'pw=S3CRabc',
	'"db_pw": "S3CRabc"',
	'passcode: S3CRabc',
	// No sign such as `=` stands between a name and the secret.
	'mysql -h db -u root -pS3CRabc game',
	"mysqldump -p'S3CR abc' game > a.sql",
	'sshpass -p S3CRabc ssh ada@db',
	'docker login -u ada -p S3CRabc registry.example',
	'7z a -pS3CRabc a.7z Assets',
	'sqlcmd -S db -U sa -P S3CRabc',
	'redis-cli -h cache -a S3CRabc ping',
	'plink -pw S3CRabc ada@db',
	'client.setPassword("S3CRabc")',
	"builder.withPassword( 'S3CRabc' )",
	'request.setApiKey("S3CRabc");',
	'<add key="ClearTextPassword" value="S3CRabc"/>',
	"<add key='ApiToken' value='S3CRabc' />",
	'{"name": "DB_PASSWORD", "value": "S3CRabc"}',
	'<password value="S3CRabc"/>',
	"CREATE USER 'ada'@'%' IDENTIFIED BY 'S3CRabc';",
	"alter user ada identified with caching_sha2_password by 'S3CRabc'",
	'CREATE USER ada IDENTIFIED BY S3CRabc',
	"CREATE ROLE ada WITH LOGIN PASSWORD 'S3CRabc'",
	// Forms that tables and people use.
	'API key: S3CRabc',
	'your Access Key = S3CRabc',
	'Session ID: S3CRabc',
	'**Password:** S3CRabc',
	'- **API key**: `S3CRabc`',
	'| Password | S3CRabc |',
	'| DB_PASSWORD | two S3CRwords |',
	'│ api key │ S3CRabc │',
	'password\tS3CRabc',
	'API_TOKEN\t\tS3CRabc\t2026',
	'the password is S3CRabc9',
	'The API key is: "S3CRabc9"',
	// In an address.
	'https://S3CRtoken:x-oauth@github.com/acme/p.git',
	'{"com.acme.p": "https://S3CRtoken:x-oauth@github.com/acme/p.git#1.0"}',
	'https://ada@acme.example:S3CRabc@git.example/p.git',
]

/** Lines that help, and hold nothing secret. */
const PLAIN_LINES = [
	'Assets/Scripts/SecretDoor.cs(12,3): error CS1002: ; expected',
	'SecretDoor.cs:12: warning: unused',
	'mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
	'PWD=/home/ada/game',
	'max_tokens=4096 tokens: 1200',
	'token_type: bearer',
	'"auth": {',
	'password: null',
	'token: $GITHUB_TOKEN',
	'author: Ada Lovelace',
	'monkey: 3, keyboard: on',
	'Compiling pass: FORWARD',
	'npm-run-all-scripts-in-parallel ended',
	'key_light_intensity_multiplier: 2',
	'3 passed: 0 failed',
	'pass: 12',
	'pass: 12 tests',
	'# pass 12',
	'pass=12 fail=0',
	'{"pass": 12, "fail": 0}',
	'pass: 11/12, fail: 1',
	'pass: 91.7%',
	'all tests passed',
	'PASS: suite.test',
	'PASS src/a.test.ts',
	'pass: ok',
	'Compiling Subshader: 0, Pass: FORWARD, Vertex program with SHADOWS',
	'Shader pass: ShadowCaster',
	'int pass = 0; for (; pass < 2; pass++) Draw(pass);',
	'var pass = GetPass(index);',
	'material.SetPass(0)',
	'renderPass: Shadow',
	'compass: north, bypass=on',
	'the password must have 8 characters',
	'mysql -h db -P 3306 -p game',
	'git log -p',
	'an object is identified by name',
	'apksigner sign --ks-pass env:KS_PASS app.apk',
	'https://a.example/?mail=ada@a.example',
	'see https://a.example and mail ada@a.example',
	'<add key="theme" value="dark"/>',
	'-----BEGIN CERTIFICATE REQUEST-----',
	'expected -----BEGIN PRIVATE KEY----- in server.pem',
	'Key: Escape, code: 27',
	'press key: Space',
	'| Token | 1,200 |',
	'| Passed | Failed |',
	'cat token | sort',
	'tokens\t1200',
	'the token is invalid',
	'the password is too short',
	'**Result:** passed',
	'password:\n  min_length: 8',
	'secrets:\n  - name: a',
	'const token =\n\tawait next()',
	'tokens: []',
	'set -e token list',
]

/** The body of a key made for this test, with `+` and `/` where a pattern for one kind of sign would miss them. */
const BODY = [
	'KbPA/+Qx7cVn2mTz9LrY4sWd8HgJf3KpRa6EuBi1XoCe5NvMq0ZtGyUhSjDl+zOLb',
	'EGUcwYsvSKH2aTq9ZrXp3mVnB7kLd4sWf8HgJxYcR6EuBi1XoCe5NvMq0ZtGyUhS',
	'jDl4PfTa/QwErTyUiOpAsDfGhJkLzXcVbNmQ1w2E3r4T5y6U7i8O9p0AsDfGhJk+',
	'Lm3+qyNm+Qi5UHd=',
]
const KEY = ['-----BEGIN RSA PRIVATE KEY-----', ...BODY, '-----END RSA PRIVATE KEY-----']
/** Any three signs of a line in a row would help. */
const pieces = BODY.flatMap((line) =>
	Array.from({ length: line.length - 5 }, (_, at) => line.slice(at, at + 6)),
)
const expectNoPiece = (shown: string): void =>
	expect(pieces.filter((piece) => shown.includes(piece))).toEqual([])

describe('text that is shown', () => {
	it('keeps what stands around a value in JSON within JSON', () => {
		expect(withoutSecrets('{"body":"{\\"password\\":\\"abc\\",\\"user\\":\\"ada\\"}"}')).toBe(
			'{"body":"{\\"password\\":\\"(hidden)\\",\\"user\\":\\"ada\\"}"}',
		)
		const empty = '{"body":"{\\"password\\":\\"\\",\\"token\\":null,\\"n\\":1}"}'
		expect(withoutSecrets(empty)).toBe(empty)
	})

	it.each(SECRET_LINES)('does not hold the secret of %j', (line) => {
		expect(withoutSecrets(line)).not.toContain('S3CR')
		const among = `before\n${line}\nafter: all\n`
		expect(withoutSecrets(among)).not.toContain('S3CR')
		expect(withoutSecrets(among)).toMatch(/^before\n.*\nafter: all\n$/)
	})

	it.each(PLAIN_LINES)('keeps %j', (line) => {
		expect(withoutSecrets(line)).toBe(line)
	})

	it.each([
		[
			'a column',
			'| user | password |\n|------|:---------|\n| ada | S3CRabc |\n| bob | S3CRdef |\n',
		],
		[
			'a column of psql',
			' id | api_key | on\n----+---------+----\n  1 | S3CRabc | t\n  2 | S3CRdef | f\n',
		],
		['a column in a frame', '│ id │ token │\n├────┼───────┤\n│ 1  │ S3CRabc │\n└────┴───────┘\n'],
		['a variable of a pod', 'env:\n- name: DB_PASSWORD\n  value: S3CRabc\n- name: A\n  value: b\n'],
		['JSON with the value below', '{\n  "password":\n    "S3CR two",\n  "n": 1\n}\n'],
		['code with the value below', "const apiToken =\n\t'S3CRabc'\nnext()\n"],
		['YAML with the value below', 'db:\n  password:\n    S3CRabc\n  port: 1\n'],
		['a block of YAML', 'a: b\npassword: |\n  S3CRabc\n  S3CRdef\nuser: ada\n'],
	])('does not hold the secrets of %s, and every line of it', (_what, text) => {
		const shown = withoutSecrets(`before\n${text}after`)
		expect(shown).not.toContain('S3CR')
		for (const kept of ['before\n', '\nafter']) expect(shown).toContain(kept)
		for (const kept of text.match(/\b(?:ada|bob|id|on|[tf]|user|password|A|b)\b/g) ?? [])
			expect(shown).toContain(kept)
	})

	it.each([
		['a bearer token', 'refused: Authorization: Bearer abc.def-ghi_jkl'],
		['a password in an address', 'fetch of http://ada:hunter2hunter2@proxy.example failed'],
		['a token in a query', 'GET /x?token=abc-def-ghi failed'],
		['a key of a provider', 'the key sk-ant-REDACTED is wrong'],
		['a relay token', 'the token flr_abc-defabc-defabc-def is refused'],
		['a random text', `sent ${'aB3-'.repeat(11)}`],
		['a JWT', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhYmMuZGVmIn0.SflKxwRJSMeKKF2QT4 back'],
		['an argument', 'Unity -batchmode -accessToken hunter2hunter2 -quit'],
		['another argument', 'run --api-password abc-def'],
		['a key of a cloud', 'AKIAIOSFODNN7EXAMPLE is refused'],
		['a token of GitLab', 'glpat-hunter2hunter2hunter2'],
		['a webhook', 'POST https://hooks.slack.com/services/T0ABC/B0ABC/SflKxwRJ failed'],
		['base64', 'sent SflKxwRJ1SMeKKF2QT4fwpMeJf36POk6yJVadQssw5c/aB3x/1a'],
	])('does not hold %s', (_what, text) => {
		const kept = withoutSecrets(text)
		for (const secret of ['abc.def', 'hunter2', 'abc-def', 'api03', 'aB3-aB3', 'SflK', 'AKIA'])
			expect(kept).not.toContain(secret)
	})

	it('hides a JWT in the middle of a word, and keeps names with dots', () => {
		expect(withoutSecrets('got x-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJh.SflKx')).toBe('got x-(hidden)')
		const text = 'Assets/eyJump.cs com.fairlead.editor eyJhbGciOiJIUzI1'
		expect(withoutSecrets(text)).toBe(text)
	})

	const SHA = '9163cb9a6599288d2e897d24393f6a274071d304'
	const SHA_256 = `${SHA}0123456789abcdef01234567`
	it.each([
		`git show ${SHA}`,
		`cd web && git -C .. cherry-pick -x ${SHA} ${SHA_256}`,
		`git show ${SHA}:src/auth.ts | head`,
		`git diff ${SHA}..${SHA}`,
		`commit ${SHA}`,
		`tree ${SHA_256}`,
		`gh run list --commit ${SHA}`,
		`docker pull node@sha256:${SHA_256}`,
	])('keeps the name of an object of Git: %s', (line) => {
		expect(withoutSecrets(`before\n${line}\n`)).toBe(`before\n${line}\n`)
	})

	it.each([
		SHA,
		SHA_256,
		`echo ${SHA}`,
		`git fetch; deploy ${SHA}`,
		`git push && deploy ${SHA_256}`,
		`git status\n${SHA}`,
		`deploy ${SHA} && git push`,
		`git config github.oauth ${SHA}`,
		`git remote add a https://${SHA}@a.example`,
		`git clone --token ${SHA} a`,
		`git commit -m "the password: ${SHA}"`,
		`git commit -m "my secret ${SHA}"`,
		`git show ${SHA}ab`,
		`legit ${SHA}`,
	])('does not take a word for the name of an object where nothing says so: %s', (line) => {
		expect(withoutSecrets(line)).not.toContain(SHA)
	})

	it('hides every line of a private key, and keeps what is around it', () => {
		for (const lineEnd of ['\n', '\r\n']) {
			const shown = withoutSecrets(['before', ...KEY, 'after'].join(lineEnd))
			const hidden = BODY.map(() => '(hidden)')
			expect(shown.split(lineEnd)).toEqual(['before', KEY[0], ...hidden, KEY.at(-1), 'after'])
		}
		const encrypted = [KEY[0], 'DEK-Info: AES-128-CBC,0A1B', '', ...KEY.slice(1)]
		expectNoPiece(withoutSecrets(encrypted.join('\n')))
		expectNoPiece(withoutSecrets(`read ${KEY.join('\\n')} as a key`))
		expectNoPiece(withoutSecrets(KEY.map((line) => `[12:00:01] ${line}`).join('\n')))
		expectNoPiece(withoutSecrets(KEY.map((line) => `+${line}`).join('\n')))
		expectNoPiece(withoutSecrets(KEY.join(' ')))
	})

	it('hides what is left of a private key whose beginning or end is elsewhere', () => {
		for (let from = 0; from < KEY.length - 1; from++)
			for (let to = from + 1; to <= KEY.length; to++) {
				// Its last line alone says nothing.
				if (from === KEY.length - 2) continue
				expectNoPiece(withoutSecrets(KEY.slice(from, to).join('\n')))
			}
		expect(withoutSecrets(`${BODY.slice(0, 2).join('\n')}\nFinished\nDone.`)).toBe(
			'(hidden)\n(hidden)\nFinished\nDone.',
		)
		expect(withoutSecrets(`${KEY[0]}\nis missing in server.pem\nDone.`)).toBe(
			`${KEY[0]}\nis missing in server.pem\nDone.`,
		)
	})

	// Work that grew with the square of the length would keep each of these busy for hours.
	it.each([
		['a word', 'a'],
		['beginnings of a JWT', 'eyJabcdef-'],
		['dots', 'a.'],
		['addresses', 'x://'],
		['spaces after a name', 'token '],
		['spaces', ' '],
		['dashes', '-'],
		['quoted dashes', '"-'],
		['names of arguments', '-token'],
		['a name of a key', 'sk-'],
		['base64', 'aB3/'],
		['equal signs', 'a='],
		['names of objects', `git ${'a'.repeat(40)} `],
		['beginnings of a private key', '-----BEGIN PRIVATE KEY-----\n'],
		['lines of a private key', `${'aB3/'.repeat(16)}\n`],
		['names of passwords', 'password '],
		['programs with a password', 'mysql '],
		['logins', 'docker login '],
		['entries of a list', 'key="token" '],
		['tags', '<password '],
		['users of addresses', '://a:b'],
		['rows of a table', '| password | a |\n'],
		['cells', '| token '],
		['blocks of YAML', 'token: |\n  a\n'],
		['variables of pods', '- name: TOKEN\n'],
		['sentences', 'the token is '],
		['names with a value below', 'token:\n '],
		['lists', 'token:["'],
		['signs in HTML', 'token:&quot;'],
		['variables in Dockerfiles', 'ENV token '],
	])('reads two million signs of %s a few times at most', (_what, part) => {
		const text = part.repeat(2_000_000 / part.length)
		expect(withoutSecrets(`${text} Bearer hunter2`)).not.toContain('hunter2')
	})

	it('keeps what helps: paths, addresses and ids', () => {
		const text =
			'https://fairlead.example project prj_0000000000: linked as "Maze". /home/ada/Unity/AVeryLongNameOfAProjectFolderThatIsNoSecret'
		expect(withoutSecrets(text)).toBe(text)
		const more =
			'Unity -batchmode -quit: Assets/Scripts/Characters/Player/PlayerController/Movement is new'
		expect(withoutSecrets(more)).toBe(more)
	})
})
