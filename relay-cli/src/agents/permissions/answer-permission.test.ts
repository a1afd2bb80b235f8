/** The route `/agents/permission` takes whatever is sent with the relay's token: people are asked what is valid, or nothing. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveCall } from '@fairlead/protocol/tools'
import { failed } from '@fairlead/protocol/wire/calls'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Cleanups, temporaryFolder } from '../../../test/kit/support.ts'
import { hostileBodies } from '../../../test/mock-claude/hostile.ts'
import type { Asker, PageCall } from '../../mcp-server/calls/room-approvals.ts'
import { type AnswerPorts, answerPermission } from './answer-permission.ts'
import { PermissionRequests } from './permission-requests.ts'

const ID = 'a6e15a28-0000-4000-8000-000000000001'
const NO = failed('denied', 'no')
const cleanups = new Cleanups()
let cwd: string
let ports: AnswerPorts
let asked: Record<string, unknown>[]
let waits: number

beforeEach(() => {
	cwd = cleanups.add(temporaryFolder(), (made) => made.remove()).path
	writeFileSync(join(cwd, 'a.txt'), 'aaaa')
	asked = []
	waits = 0
	const hand = async (_: string, __: Asker, call: { params: Record<string, unknown> }) => {
		asked.push(call.params)
		const page: Partial<PageCall> = {
			conversationId: 'cnv_1',
			outcome: Promise.resolve(NO),
			withdraw: () => undefined,
		}
		return page as PageCall
	}
	ports = {
		sessionOf: async (sessionId) =>
			sessionId === ID
				? {
						editorKey: 'key',
						folder: cwd,
						cwd,
						title: 'Mend the door',
						hasSub: (id) => id === 'a1',
					}
				: undefined,
		mayAnswer: async () => true,
		waits: () => {
			waits++
			return () => waits--
		},
		requests: new PermissionRequests({ hand }, () => 'site on ada-laptop'),
	}
})
afterEach(() => cleanups.run())

const answer = (body: unknown) => answerPermission(ports, body, new AbortController().signal)
const ofTool = (tool_name: string, tool_input: object) => ({
	session_id: ID,
	tool_name,
	tool_input,
})
const problems = () =>
	asked.flatMap((params) => {
		const call = resolveCall('agent_permission', params)
		return call.ok ? [] : [call.error.message]
	})

it('10,000 hostile bodies ask what is valid only, and leave nothing that waits', async () => {
	const wrong: unknown[] = []
	for (const body of hostileBodies(10_000, [ID])) {
		const before = asked.length
		const given = await answer(body).catch((problem: unknown) => problem)
		const isAnswer = JSON.stringify(given) === '{"behavior":"deny","message":"no"}'
		if (asked.length === before ? given !== null : !isAnswer) wrong.push({ body, given })
	}
	expect(wrong).toEqual([])
	expect(asked.length).toBeGreaterThan(1_000)
	expect(problems()).toEqual([])
	expect(waits).toBe(0)
})

it('a file whose path is too long to be shown is left to the terminal', async () => {
	const file_path = 'a/'.repeat(2_049)
	expect(await answer(ofTool('Write', { file_path, content: 'a' }))).toBeNull()
	expect(await answer(ofTool('x', { file_path }))).toBeNull()
	expect(asked).toEqual([])
})

it('a change of a file without a path is asked with all that it says', async () => {
	expect(await answer(ofTool('Write', { file_path: '', content: 'door' }))).not.toBeNull()
	expect(asked).toMatchObject([{ text: expect.stringContaining('"content": "door"') }])
	expect(problems()).toEqual([])
})

it('arguments that are nested too deeply to be shown are left to the terminal', async () => {
	const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
	expect(await answer(ofTool('x', { deep }))).toBeNull()
	expect(asked).toEqual([])
})

it('edits that would make a file of gigabytes are shown as the agent gives them', async () => {
	const edit = { old_string: 'a', new_string: 'a'.repeat(1_000), replace_all: true }
	const edits = Array.from({ length: 5 }, () => edit)
	expect(await answer(ofTool('MultiEdit', { file_path: 'a.txt', edits }))).not.toBeNull()
	expect(asked).toMatchObject([{ text: expect.stringContaining('at each place') }])
	expect(problems()).toEqual([])
})
