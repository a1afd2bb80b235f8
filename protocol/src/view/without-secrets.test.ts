import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

/** Lines as programs and people write them; `S3CR` marks what must not stay. */
const SECRET_LINES = [
	'DB_PASSWORD=S3CRhunter2',
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
]

describe('text that is shown', () => {
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
