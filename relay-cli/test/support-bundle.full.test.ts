import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { redactor } from '../src/doctor/redact.ts'
import { addLink } from '../src/home/links.ts'
import { addLogin } from '../src/home/logins.ts'
import { logFiles, logFolder } from '../src/logs/log-file.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { runFairlead } from './kit/relay-process.ts'
import { TEST_TIMEOUT_MS } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

let bench: RelayBench

beforeEach(() => {
	bench = new RelayBench()
})
afterEach(() => bench.end())

/** Every secret of a desk, each at every place at which one may be. */
const SECRET = {
	link: 'rlt-link-0123456789',
	login: 'rlt-login-987654321',
	proxy: 'p@ss word/1',
	variable: 'correct horse battery',
	file: 'contents-of-a-script',
}

it('a support file holds what helps, and no secret, wherever secrets are', async () => {
	const room = await bench.room({ token: SECRET.link })
	const path = await bench.project('Game', room)
	await addLink(path, { ...room.link, token: SECRET.link }, bench.home)
	const login = { ...room.link, token: SECRET.login, projectName: 'Test project', since: 0 }
	await addLogin(login, bench.home)
	writeFileSync(join(path, 'Assets/Script.cs'), SECRET.file)
	await bench.start()
	await room.hello()
	const secrets = [...Object.values(SECRET), bench.relay.token]
	mkdirSync(logFolder(bench.home), { recursive: true })
	const spread = secrets
		.filter((secret) => secret !== SECRET.file)
		.flatMap((secret) => [
			`plain ${secret}.`,
			`encoded ${encodeURIComponent(secret)}`,
			`base64 ${Buffer.from(secret).toString('base64')}`,
			`json ${JSON.stringify({ a: secret })}`,
		])
	const names = `${bench.home}/relay.db ${homedir()}/x ${path}/Assets by ${userInfo().username} on ${hostname()}`
	const line = (text: string): string => `2026-11-23T10:00:00.000Z info    ${text}\n`
	writeFileSync(
		logFiles(bench.home)[0] ?? '',
		[...spread, names, 'A line that helps.'].map(line).join(''),
	)
	const env = {
		FAIRLEAD_HOME: bench.home,
		HTTPS_PROXY: `http://ada:${encodeURIComponent(SECRET.proxy)}@proxy.example:8080`,
		NO_PROXY: '*',
		FAIRLEAD_ADMIN_TOKEN: SECRET.variable,
		FAIRLEAD_TOKEN: SECRET.link,
	}
	const { code, stdout } = await runFairlead(['support', '-o', '-'], env)
	expect(code).toBe(0)
	for (const secret of secrets)
		for (const form of [
			secret,
			encodeURIComponent(secret),
			Buffer.from(secret).toString('base64').replace(/=+$/, ''),
		])
			expect(stdout.includes(form), `holds ${form}`).toBe(false)
	for (const name of [bench.home, `${homedir()}/`, path])
		expect(stdout.includes(name), `holds ${name}`).toBe(false)
	const bundle = JSON.parse(stdout)
	expect(bundle).toMatchObject({
		versions: { node: process.version },
		variables: { FAIRLEAD_ADMIN_TOKEN: '(set)', FAIRLEAD_TOKEN: '(set)', NO_PROXY: '*' },
	})
	expect(bundle.variables.HTTPS_PROXY).toMatch(/^http:\/\/.*proxy\.example:8080/)
	expect(bundle.diagnosis.checks.length).toBeGreaterThan(5)
	expect(bundle.log.at(-1)).toContain('A line that helps.')
	expect(bundle.files).toContainEqual(expect.stringMatching(/^600 \d+ links\.json$/))
})

it.each([
	['a sign that encodes nothing', '50%off-secret'],
	['half an encoding', 'secret%4'],
	['an encoding of no character', 'secret%ff%fe'],
	['a sign of an address', 's%c@ret-word'],
	['encodings', 'secret%25word'],
])(
	'a support file is written, and holds no password of a proxy with %s',
	async (_what, password) => {
		mkdirSync(logFolder(bench.home), { recursive: true })
		const file = logFiles(bench.home)[0] ?? ''
		writeFileSync(file, `2026-11-23T10:00:00.000Z info    asked with ${password}.\n`)
		const HTTPS_PROXY = `http://ada:${password}@proxy.example:8080`
		const env = { FAIRLEAD_HOME: bench.home, HTTPS_PROXY, NO_PROXY: '*' }
		const { code, stdout } = await runFairlead(['support', '-o', '-'], env)
		expect(code).toBe(0)
		expect(JSON.parse(stdout).variables.HTTPS_PROXY).toContain('proxy.example:8080')
		for (const form of [password, encodeURIComponent(password), password.slice(0, 7)])
			expect(stdout.includes(form), `holds ${form}`).toBe(false)
	},
)

it('a support file is written for this user only, and overwrites nothing', async () => {
	mkdirSync(bench.home, { recursive: true })
	const output = join(bench.folder, 'support.json')
	const env = { FAIRLEAD_HOME: bench.home }
	expect(await runFairlead(['support', '-o', output], env)).toMatchObject({ code: 0 })
	if (process.platform !== 'win32') expect(statSync(output).mode & 0o777).toBe(0o600)
	const first = readFileSync(output, 'utf8')
	expect(await runFairlead(['support', '-o', output], env)).toMatchObject({
		code: 1,
		stderr: expect.stringContaining('exists already'),
	})
	expect(readFileSync(output, 'utf8')).toBe(first)
	expect(readdirSync(bench.folder)).toContain('support.json')
})

it('paths are hidden however Windows writes them', () => {
	const redact = redactor({
		secrets: [],
		home: 'C:\\Users\\Ada\\.fairlead',
		userHome: 'C:\\Users\\Ada',
		folders: ['C:\\Users\\Ada\\Games\\Maze'],
		userName: 'Ada',
		hostName: 'DESK',
	})
	expect(redact('c:\\users\\ada\\.fairlead\\relay.db')).toBe('(home folder)\\relay.db')
	expect(redact('C:/Users/Ada/Games/Maze/Assets')).toBe('(project 1)/Assets')
	expect(redact(JSON.stringify('C:\\Users\\Ada\\x'))).toBe('"~\\\\x"')
	expect(redact('Ada on DESK, not Adam')).toBe('(user) on (computer), not Adam')
})
