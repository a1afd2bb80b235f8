import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFairlead, done } from './client.ts'
import { FairleadError } from './problem.ts'

let respond: (request: IncomingMessage, answer: ServerResponse) => void
const server = createServer((request, answer) => respond(request, answer))
let origin = ''
beforeEach(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
	server.closeAllConnections()
	await new Promise((resolve) => server.close(resolve))
})

const problem = (answer: ServerResponse, status: number, body: object): void => {
	answer.writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': '30' })
	answer.end(JSON.stringify(body))
}

test('requests carry the token, and data comes back with its type', async () => {
	const seen: (string | undefined)[] = []
	respond = (request, answer) => {
		seen.push(request.url, request.headers.authorization)
		answer.writeHead(200, { 'content-type': 'application/json' })
		answer.end(JSON.stringify({ projects: [] }))
	}
	const { api } = createFairlead({ origin: `${origin}/`, token: 'flt_x' })
	const { projects } = await done(api.GET('/api/projects'))
	expect(projects).toEqual([])
	expect(seen).toEqual(['/api/projects', 'Bearer flt_x'])
})

test('a refusal is an error with the code, what to do, and when to retry', async () => {
	respond = (_, answer) =>
		problem(answer, 429, { code: 'rate_limited', title: 'Too many.', detail: 'Wait.' })
	const { api } = createFairlead({ origin })
	const error = await done(api.GET('/api/projects')).catch((reason: unknown) => reason)
	expect(error).toBeInstanceOf(FairleadError)
	expect(error).toMatchObject({ code: 'rate_limited', status: 429, retryAfter: 30 })
	expect((error as Error).message).toBe('Too many. Wait.')
})

test('the page of a proxy in between is an error too, not data', async () => {
	respond = (_, answer) => void answer.writeHead(502).end('<h1>Bad gateway</h1>')
	const { api } = createFairlead({ origin })
	await expect(done(api.GET('/api/projects'))).rejects.toMatchObject({
		status: 502,
		code: 'unknown',
	})
})

test('a server that never answers is given up', async () => {
	respond = () => undefined
	const { api } = createFairlead({ origin, timeoutMs: 50 })
	await expect(api.GET('/api/projects')).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('a message is posted as one, with its id', async () => {
	let body = ''
	respond = (request, answer) => {
		request.on('data', (chunk: Buffer) => {
			body += chunk
		})
		request.on('end', () => {
			answer.writeHead(200, { 'content-type': 'text/event-stream' })
			answer.end('id: 1\ndata: {"type":"finish"}\n\n')
		})
	}
	const { say } = createFairlead({ origin })
	const chunks = []
	for await (const chunk of say('cnv_1', 'Hello', { id: 'm1', mode: 'read-only' }))
		chunks.push(chunk)
	expect(chunks).toEqual([{ type: 'finish' }])
	expect(JSON.parse(body)).toEqual({
		message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
		mode: 'read-only',
	})
})
