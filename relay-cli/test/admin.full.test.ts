/** `fairlead admin` against a server on loopback. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answeredProof } from './fakes/server-proof.ts'
import { RelayBench } from './kit/relay-bench.ts'
import { type CommandResult, runFairlead } from './kit/relay-process.ts'
import { TEST_TIMEOUT_MS } from './kit/support.ts'

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })

const TOKEN = 'an-operator-token-of-thirty-two-characters'
const PERSON = 'usr_0123456789abcd'

let bench: RelayBench
let http: Server
let server: string
let asked: { method: string; url: string; body: unknown; token: string | undefined }[]
/** The tokens that the server knows. */
let known: string[]
let reply: { status: number; body: object | null }

beforeEach(async () => {
	bench = new RelayBench()
	asked = []
	known = [TOKEN]
	http = createServer((request, response) => {
		let text = ''
		request.on('data', (chunk) => {
			text += chunk
		})
		request.on('end', () => {
			const proof = answeredProof(request, known)
			if (proof) return response.writeHead(proof.status, proof.headers).end()
			const { method = '', url = '', headers } = request
			asked.push({
				method,
				url,
				body: text === '' ? null : JSON.parse(text),
				token: headers.authorization,
			})
			response.writeHead(reply.status, { 'content-type': 'application/json' })
			const { body } = reply
			response.end(body === null ? undefined : JSON.stringify(body))
		})
	})
	await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready))
	server = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterEach(async () => {
	http.closeAllConnections()
	await new Promise((closed) => http.close(closed))
	await bench.end()
})

const admin = (args: string[], env: Record<string, string> = {}): Promise<CommandResult> =>
	runFairlead(['admin', ...args], {
		FAIRLEAD_HOME: bench.home,
		NO_COLOR: '1',
		FAIRLEAD_ADMIN_TOKEN: TOKEN,
		FAIRLEAD_SERVER: server,
		...env,
	})

const ada = {
	id: PERSON,
	name: 'Ada\u001b[2J',
	email: 'ada@example.com',
	standing: 'member',
	createdAt: 1,
	projects: 2,
	plan: null,
	limits: { runs_per_day: 5, api_tokens: null },
	suspended: { since: 1, reason: 'Spam.' },
	lately: { runs: 1_200, tokens: 34_000, costUsd: 1.5 },
}

it('admin lists people with their use; a name cannot move the cursor; the next page is named', async () => {
	reply = { status: 200, body: { people: [ada], nextCursor: PERSON } }
	const { code, stdout } = await admin(['list', 'people', '--search', 'ada', '--suspended'])
	expect(code).toBe(0)
	expect(asked).toEqual([
		{
			method: 'GET',
			body: null,
			token: `Bearer ${TOKEN}`,
			url: '/api/operator/people?limit=50&search=ada&suspended=true',
		},
	])
	for (const part of ['1,200', '34,000', '$1.50', 'runs_per_day=5 api_tokens=none', 'Spam.'])
		expect(stdout).toContain(part)
	expect(stdout).toContain('Ada�[2J')
	expect(stdout).not.toContain('\u001b[2J')
	expect(stdout).toContain(`--after ${PERSON}`)
	const json = await admin(['list', 'people', '--json'])
	expect(JSON.parse(json.stdout)).toEqual(reply.body)
})

it('admin suspends with a reason, and says how to end it', async () => {
	reply = { status: 200, body: { stoppedRuns: 2 } }
	const { stdout } = await admin(['suspend', PERSON, '--reason', 'Mining coins.'])
	expect(asked[0]).toMatchObject({
		method: 'POST',
		url: `/api/operator/people/${PERSON}/suspension`,
		body: { reason: 'Mining coins.' },
	})
	expect(stdout).toContain('2 runs were stopped')
	expect(stdout).toContain(`admin unsuspend ${PERSON}`)
	reply = { status: 204, body: null }
	await admin(['unsuspend', 'prj_0123456789abcd'])
	expect(asked[1]).toMatchObject({
		method: 'DELETE',
		url: '/api/operator/projects/prj_0123456789abcd/suspension',
	})
	expect((await admin(['suspend', PERSON])).code).toBe(2)
})

it('admin sets a plan and limits', async () => {
	reply = { status: 200, body: { plan: 'free', limits: { runs_per_day: 100 } } }
	const limits = ['--limit', 'runs_per_day=100', 'viewers=none', 'api_tokens=plan']
	const { stdout } = await admin(['quota', PERSON, '--plan', 'free', ...limits])
	expect(asked[0]).toMatchObject({
		method: 'PATCH',
		url: `/api/operator/people/${PERSON}/quota`,
		body: { plan: 'free', limits: { runs_per_day: 100, viewers: null, api_tokens: 'plan' } },
	})
	expect(stdout).toContain('has the plan free')
	expect(stdout).toContain('runs_per_day: 100')
})

it.each([
	['without the token', ['list', 'people'], { FAIRLEAD_ADMIN_TOKEN: '' }, 'FAIRLEAD_ADMIN_TOKEN'],
	['without a server', ['list', 'people'], { FAIRLEAD_SERVER: '' }, '--server'],
	['something else to list', ['list', 'things'], {}, 'people'],
	['a name for an id', ['suspend', 'Ada', '--reason', 'x'], {}, 'admin list people --search'],
	['no quota', ['quota', PERSON], {}, '--plan free'],
	['a plan that is none', ['quota', PERSON, '--plan', 'gold'], {}, 'unlimited, free, team'],
	['a limit that is none', ['quota', PERSON, '--limit', 'runs=many'], {}, 'runs_per_day=100'],
	['http to another machine', ['list', 'people', '--server', 'http://x.example'], {}, 'https://'],
] as const)('%s: says what to do, and asks no server', async (_, args, env, hint) => {
	const { code, stderr } = await admin([...args], env)
	expect(code).toBe(2)
	expect(stderr).toContain(hint)
	expect(asked).toEqual([])
})

it('admin sends its token to no program that only has the port of the server', async () => {
	known = []
	reply = { status: 200, body: { people: [], nextCursor: null } }
	const { code, stderr } = await admin(['list', 'people'])
	expect(code).toBe(1)
	expect(stderr).toContain('was not sent the token')
	expect(stderr).toContain('ADMIN_TOKEN')
	expect(asked).toEqual([])
})

it('admin shows the reason of the server, and what it says to do next', async () => {
	reply = {
		status: 403,
		body: {
			type: 'urn:x',
			status: 403,
			code: 'operator_disabled',
			title: 'No operator.',
			detail: 'Set the secret ADMIN_TOKEN.',
		},
	}
	const { code, stderr } = await admin(['list', 'projects'])
	expect(code).toBe(1)
	expect(stderr).toContain('No operator. Set the secret ADMIN_TOKEN.')
})

it('admin encrypts secrets anew batch by batch, and fails if one could not be opened', async () => {
	const batches = [
		{ resealed: 30, locked: [], nextCursor: '0.44' },
		{ resealed: 1, locked: [], nextCursor: null },
	]
	const answers = [...batches]
	reply = {
		status: 200,
		get body() {
			return answers.shift() ?? null
		},
	}
	const { code, stdout } = await admin(['reseal'])
	expect(code).toBe(0)
	expect(asked.map(({ url }) => url)).toEqual([
		'/api/operator/secrets/reseal',
		'/api/operator/secrets/reseal?cursor=0.44',
	])
	expect(stdout).toContain('31 secrets were encrypted anew')
	expect(stdout).toContain('no longer needs SECRETS_KEY_PREVIOUS')

	const locked = [{ table: 'model_keys', id: 'usr_1 anthropic' }]
	reply = { status: 200, body: { resealed: 2, locked, nextCursor: null } }
	const failed = await admin(['reseal'])
	expect(failed.code).toBe(1)
	expect(failed.stdout).toContain('model_keys usr_1 anthropic')
})

it('admin removes a player of the arena until no battle holds anything of them', async () => {
	const answers = [
		{ id: 12, isCleared: false },
		{ id: 12, isCleared: true },
	]
	reply = {
		status: 200,
		get body() {
			return answers.shift() ?? null
		},
	}
	const { code, stdout } = await admin(['remove-player', '12'])
	expect(code).toBe(0)
	expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
		...Array(2).fill('DELETE /api/operator/arena-players/12'),
	])
	expect(stdout).toContain('Removed player 12')
	expect((await admin(['remove-player', '../people'])).code).toBe(2)
	expect(asked).toHaveLength(2)
})
