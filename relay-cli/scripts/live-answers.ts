/** The real MCP server's answers to the first requests of a client, for `relay-cli/src/mcp-server/pipe/first-answers.json`. */
import { duplexPair } from 'node:stream'
import { UI_EXTENSION } from '@fairlead/protocol/mcp'
import { compactJson } from '../../protocol/scripts/compact-json.ts'
import { type FirstAnswersFile, RECORDED_VERSIONS } from '../src/mcp-server/pipe/first-answers.ts'
import { serveMcp } from '../src/mcp-server/server.ts'
import type { McpSession } from '../src/mcp-server/session.ts'
import { LineSplitter } from '../src/platform/lines.ts'

export type Message = Readonly<Record<string, unknown>>

const APP = { extensions: { [UI_EXTENSION]: { mimeTypes: ['text/html;profile=mcp-app'] } } }
const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'] as const
const CLIENT_INFO = { name: 'any', version: '1' }

/** The server's answers to these requests of one client, in order. Others it sends are left out. */
export async function answersTo(requests: readonly Message[]): Promise<Message[]> {
	const [here, there] = duplexPair()
	serveMcp(there, {
		customTools: () => [],
		watch: () => undefined,
		end: () => undefined,
	} as unknown as McpSession)
	const lines = new LineSplitter(10_000_000)
	const answers: Message[] = []
	const { promise, resolve } = Promise.withResolvers<void>()
	const wanted = requests.filter(({ id }) => id !== undefined).length
	here.on('data', (chunk: Buffer) => {
		answers.push(...lines.push(chunk).map((line) => JSON.parse(line) as Message))
		if (answers.length >= wanted) resolve()
	})
	for (const request of requests) here.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`)
	await promise
	here.destroy()
	there.destroy()
	return requests.flatMap(({ id }) => answers.filter((answer) => answer['id'] === id))
}

export const olderRequests = (version: string, capabilities: object): Message[] => [
	{
		id: 0,
		method: 'initialize',
		params: { protocolVersion: version, capabilities, clientInfo: CLIENT_INFO },
	},
	{ method: 'notifications/initialized' },
	...[...LISTS, 'ping'].map((method, at) => ({ id: at + 1, method })),
]

export const newerRequests = (capabilities: object): Message[] =>
	['server/discover', ...LISTS].map((method, id) => ({
		id,
		method,
		params: {
			_meta: {
				'io.modelcontextprotocol/protocolVersion': RECORDED_VERSIONS.newer,
				'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
				'io.modelcontextprotocol/clientCapabilities': capabilities,
			},
		},
	}))

/** Results by method. */
async function recorded(requests: readonly Message[]): Promise<Record<string, unknown>> {
	const answers = await answersTo(requests)
	const asked = requests.filter(({ id }) => id !== undefined)
	return Object.fromEntries(
		asked.map(({ method, id }) => [method, answers.find((one) => one['id'] === id)?.['result']]),
	)
}

export async function liveAnswers(): Promise<FirstAnswersFile> {
	const [version = ''] = RECORDED_VERSIONS.older
	return {
		older: {
			plain: await recorded(olderRequests(version, {})),
			app: await recorded(olderRequests(version, APP)),
		},
		newer: {
			plain: await recorded(newerRequests({})),
			app: await recorded(newerRequests(APP)),
		},
	}
}

/** One line for each answer and, in lists, for each tool, so that a change of one shows as that. */
const DEPTH = 5

export const fileText = (answers: FirstAnswersFile): string => compactJson(answers, DEPTH)

export const CAPABILITIES = { plain: {}, app: APP } as const
