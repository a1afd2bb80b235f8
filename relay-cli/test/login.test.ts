/** `login`, `whoami`, `logout` and `link`, against a server on loopback that speaks RFC 8628. */

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addLink, readLinks } from '../src/home/links.ts'
import { addLogin, readLogins } from '../src/home/logins.ts'
import { waitForToken } from '../src/requests/device-grant.ts'
import { answeredProof } from './fakes/server-proof.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { type CommandResult, runFairlead } from './kit/relay-process.ts'
import { TEST_TIMEOUT_MS } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

type Reply = readonly [status: number, body: object]
const approved = (token: string): Reply => [
	200,
	{ access_token: token, token_type: 'Bearer', project_id: 'prj_1', project_name: 'Racer' },
]
const refused = (error: string): Reply => [400, { error, error_description: `It is ${error}.` }]

let bench: RelayBench
let http: Server
let server: string
/** Answers to polls, in their order; the last one is repeated. */
let polls: Reply[]
let asked: URLSearchParams[]
let valid: Set<string>
/** Whether the server fails to revoke tokens. */
let stuck: boolean

beforeEach(async () => {
	bench = new RelayBench()
	polls = [refused('authorization_pending')]
	asked = []
	valid = new Set()
	stuck = false
	http = createServer((request, response) => {
		let body = ''
		request.on('data', (chunk) => {
			body += chunk
		})
		request.on('end', () => {
			const proof = answeredProof(request, valid)
			if (proof) {
				response.writeHead(proof.status, proof.headers).end()
				return
			}
			const [status, json] = answer(request.method ?? '', request.url ?? '', body, request.headers)
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
		})
	})
	await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready))
	server = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterEach(async () => {
	await new Promise((closed) => http.close(closed))
	await bench.end()
})

function answer(
	method: string,
	path: string,
	body: string,
	headers: { readonly authorization?: string | undefined },
): Reply {
	if (path === '/api/device/authorize') {
		asked.push(new URLSearchParams(body))
		const page = `${server}/pair`
		const uris = { verification_uri: page, verification_uri_complete: `${page}?code=BCDF-GHJK` }
		const codes = { device_code: 'secret', user_code: 'BCDF-GHJK', expires_in: 600, interval: 1 }
		return [200, { ...codes, ...uris }]
	}
	if (path === '/api/device/token') {
		const reply = (polls.length > 1 ? polls.shift() : polls[0]) as Reply
		if ('access_token' in reply[1]) valid.add(String(reply[1].access_token))
		return reply
	}
	const token = (headers.authorization ?? '').replace('Bearer ', '')
	if (!valid.has(token)) return [401, {}]
	if (method === 'DELETE' && stuck) return [503, {}]
	if (method === 'DELETE') valid.delete(token)
	return [200, { id: 'rtk_1', label: 'studio', projectId: 'prj_1', projectName: 'Racer' }]
}

const fairlead = (...args: string[]): Promise<CommandResult> =>
	runFairlead(args, { FAIRLEAD_HOME: bench.home, NO_COLOR: '1' })

describe('fairlead login', () => {
	it('an address in the place of the folder is told from one', async () => {
		const { code, stderr } = await fairlead('login', `${server}/p/prj_1`)
		expect(code).toBe(1)
		expect(stderr).toContain('--url')
	})

	it('shows the code, waits for the answer, keeps the token to itself, and links the folder', async () => {
		const folder = await bench.project('Game')
		polls = [refused('authorization_pending'), approved('flr_one')]
		const { code, stdout } = await fairlead('login', folder, '--server', `${server}/`)
		expect(code).toBe(0)
		expect(stdout).toContain(`${server}/pair?code=BCDF-GHJK`)
		expect(stdout).toContain('Paired with the project "Racer"')
		expect(stdout).not.toContain('flr_one')
		expect(asked[0]?.get('folder')).toBe('Game')
		expect(asked[0]?.get('host')).not.toBe('')
		expect(Object.values(await readLinks(bench.home))).toEqual([
			{ server, projectId: 'prj_1', token: 'flr_one' },
		])
		if (process.platform !== 'win32')
			expect(statSync(join(bench.home, 'logins.json')).mode & 0o777).toBe(0o600)
	})

	it('suggests the project whose address it was given', async () => {
		polls = [approved('flr_one')]
		const { stdout } = await fairlead('login', '--url', `${server}/p/prj_1`)
		expect(stdout).toContain(`${server}/pair?code=BCDF-GHJK&project=prj_1`)
	})

	it('says that it was denied, and changes nothing', async () => {
		polls = [refused('access_denied')]
		const { code, stderr } = await fairlead('login', '--server', server)
		expect(code).toBe(1)
		expect(stderr).toContain('It is access_denied.')
		expect(await readLogins(bench.home)).toEqual([])
	})

	it('asks nobody about a folder that cannot be linked', async () => {
		expect(await fairlead('login', bench.folder, '--server', server)).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('cannot be linked'),
		})
		expect(asked).toEqual([])
	})

	it('again: folders of the first token get the second, and the first is revoked', async () => {
		const folder = await bench.project('Game')
		polls = [approved('flr_one')]
		await fairlead('login', folder, '--server', server)
		polls = [approved('flr_two')]
		// The server need not be named again.
		expect((await fairlead('login')).code).toBe(0)
		expect([...valid]).toEqual(['flr_two'])
		expect(Object.values(await readLinks(bench.home))).toMatchObject([{ token: 'flr_two' }])
		expect(await readLogins(bench.home)).toMatchObject([{ token: 'flr_two' }])
	})

	it('again, and the first token cannot be revoked: says so', async () => {
		polls = [approved('flr_one')]
		await fairlead('login', '--server', server)
		polls = [approved('flr_two')]
		stuck = true
		expect(await fairlead('login')).toMatchObject({
			code: 0,
			stdout: expect.stringContaining('could not be revoked (HTTP 503)'),
		})
	})

	it('refuses plain http to another machine', async () => {
		expect(await fairlead('login', '--server', 'http://192.0.2.1')).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('exposes the token'),
		})
	})

	it('names a server that is not there', async () => {
		await new Promise((closed) => http.close(closed))
		expect(await fairlead('login', '--server', server)).toMatchObject({
			code: 1,
			stderr: expect.stringContaining('ECONNREFUSED'),
		})
	})
})

describe('after a login', () => {
	const login = { projectId: 'prj_1', projectName: 'Racer', since: 1, token: 'flr_one' }

	it('link needs neither project nor token', async () => {
		await addLogin({ ...login, server }, bench.home)
		const folder = await bench.project('Game')
		expect((await fairlead('link', folder, '--no-check')).code).toBe(0)
		expect(Object.values(await readLinks(bench.home))).toMatchObject([{ token: 'flr_one' }])
		await addLogin({ ...login, server, projectId: 'prj_2', projectName: 'Other' }, bench.home)
		expect(await fairlead('link', folder, '--no-check')).toMatchObject({
			code: 2,
			stderr: expect.stringContaining(`${server}/p/prj_2  "Other"`),
		})
	})

	it('whoami says which tokens work', async () => {
		expect((await fairlead('whoami')).stderr).toContain('not paired with any project')
		valid.add('flr_one')
		await addLogin({ ...login, server }, bench.home)
		await addLogin({ ...login, server, projectId: 'prj_2', token: 'flr_gone' }, bench.home)
		const { code, stdout } = await fairlead('whoami')
		expect(code).toBe(0)
		expect(stdout).toMatch(/prj_1.*the token works/)
		expect(stdout).toMatch(/prj_2.*was revoked/)
		expect((await fairlead('whoami', '--json')).stdout).not.toContain('flr_')
	})

	it('logout revokes the token, and unlinks its folders only', async () => {
		valid.add('flr_one')
		await addLogin({ ...login, server }, bench.home)
		await addLink('/games/mine', { server, projectId: 'prj_1', token: 'flr_one' }, bench.home)
		await addLink('/games/other', { server, projectId: 'prj_9', token: 'flr_x' }, bench.home)
		const { code, stdout } = await fairlead('logout')
		expect(code).toBe(0)
		expect(stdout).toContain('Its token is revoked.')
		expect([...valid]).toEqual([])
		expect(Object.keys(await readLinks(bench.home))).toEqual(['/games/other'])
		expect(await readLogins(bench.home)).toEqual([])
	})

	it('a computer that was only linked with a token is paired, too, and logged out', async () => {
		valid.add('flr_page')
		await addLink('/games/mine', { server, projectId: 'prj_1', token: 'flr_page' }, bench.home)
		const { code, stdout } = await fairlead('whoami')
		expect(code).toBe(0)
		expect(stdout).toBe(
			`"Racer" (prj_1) on ${server}, linked with a token (/games/mine): the token works\n`,
		)
		expect(JSON.parse((await fairlead('whoami', '--json')).stdout)).toEqual([
			{
				server,
				projectId: 'prj_1',
				projectName: 'Racer',
				since: null,
				folders: ['/games/mine'],
				state: 'valid',
			},
		])
		const out = await fairlead('logout')
		expect(out).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(/^Unlinked \/games\/mine\.\n.*other computers may use it/),
		})
		// Another computer may use it.
		expect([...valid]).toEqual(['flr_page'])
		expect(await readLinks(bench.home)).toEqual({})
		expect((await fairlead('whoami')).stderr).toContain('not paired with any project')
	})

	it('logout of a project ends its login and its links with other tokens', async () => {
		valid.add('flr_one').add('flr_page')
		await addLogin({ ...login, server }, bench.home)
		await addLink('/games/mine', { server, projectId: 'prj_1', token: 'flr_page' }, bench.home)
		await addLink('/games/other', { server, projectId: 'prj_9', token: 'flr_x' }, bench.home)
		expect(await fairlead('logout', '--project', 'prj_1')).toMatchObject({ code: 0 })
		expect([...valid]).toEqual(['flr_page'])
		expect(Object.keys(await readLinks(bench.home))).toEqual(['/games/other'])
	})

	it('logout without a server forgets the token and says that it still works', async () => {
		await addLogin({ ...login, server }, bench.home)
		await new Promise((closed) => http.close(closed))
		expect(await fairlead('logout')).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("Revoke it on the project's settings page."),
		})
		expect(await readLogins(bench.home)).toEqual([])
	})

	it('a damaged file is named, and not overwritten', async () => {
		await addLogin({ ...login, server }, bench.home)
		const file = join(bench.home, 'logins.json')
		writeFileSync(file, '[{')
		expect((await fairlead('whoami')).stderr).toContain('logins.json is damaged')
		await expect(addLogin({ ...login, server }, bench.home)).rejects.toThrow('damaged')
		expect(readFileSync(file, 'utf8')).toBe('[{')
	})

	it('two logins at the same moment are both kept', async () => {
		const both = ['prj_a', 'prj_b', 'prj_c'].map((projectId) =>
			addLogin({ ...login, server, projectId, token: `flr_${projectId}` }, bench.home),
		)
		await Promise.all(both)
		expect(await readLogins(bench.home)).toHaveLength(3)
	})
})

describe('a poll', () => {
	const codes = { device_code: 'secret', expires_in: 30, interval: 5 }
	const waits: number[] = []
	const sleep = async (ms: number): Promise<void> => {
		waits.push(ms)
	}

	it('comes five seconds later each time the server asks for it, and survives a lost server', async () => {
		waits.length = 0
		polls = [refused('slow_down'), [503, {}], refused('slow_down'), approved('flr_one')]
		expect(await waitForToken(server, { ...codes, expires_in: 600 }, sleep)).toMatchObject({
			access_token: 'flr_one',
		})
		expect(waits).toEqual([5_000, 10_000, 10_000, 15_000])
	})

	it('ends when the code has expired', async () => {
		waits.length = 0
		await expect(waitForToken(server, codes, sleep)).rejects.toThrow('Nobody approved')
		expect(waits).toHaveLength(6)
	})
})
