/** A Core War project as an MCP server: its tools for the person behind the client, and nothing of Unity. */
import { Project } from '@fairlead/protocol/projects/project'
import { beforeAll, describe, expect, test } from 'vitest'
import { DWARF, newPlayer, SUICIDE } from '../../test/arena/arena-kit.ts'
import {
	ALL,
	ASKS_FORMS,
	executed,
	LOOK,
	mcp,
	modernResult,
	newToken,
	useMcp,
} from '../../test/mcp/mcp-kit.ts'

useMcp()

let arenaId: string
beforeAll(async () => {
	const made = await mcp.owner.call('POST', '/api/projects', { name: 'Ladder', kind: 'corewar' })
	arenaId = Project.parse(await made.json()).id
	const player = await mcp.owner.call('POST', '/api/account/arena-player', { name: 'By MCP' })
	expect(player.status).toBe(201)
})

const ask = (token: string, method: string, params = {}, capabilities = {}) =>
	modernResult(token, method, params, capabilities, arenaId)
const tool = (token: string, name: string, args: object = {}, more = {}, capabilities = {}) =>
	ask(token, 'tools/call', { name, arguments: args, ...more }, capabilities)

describe('what is offered', () => {
	test("Core War's tools, told what to begin with, and no scene to read", async () => {
		const { token } = await newToken(['editor:read'])
		const about = await ask(token, 'server/discover')
		expect(about['instructions']).toContain('get_skill')
		const { tools } = (await ask(token, 'tools/list')) as { tools: { name: string }[] }
		const names = tools.map(({ name }) => name)
		expect(names).toEqual(expect.arrayContaining(['get_skill', 'upload_warrior', 'start_run']))
		expect(names.filter((name) => name.startsWith('unity_'))).toEqual([])
		expect(await ask(token, 'resources/list')).toMatchObject({ resources: [] })
		expect(await ask(token, 'prompts/list')).toMatchObject({ prompts: [] })
	})

	test('a tool of Unity is unknown here, and one of Core War in a Unity project', async () => {
		const { token } = await newToken(ALL)
		const before = executed().length
		for (const call of [LOOK, { name: LOOK.name }])
			expect(JSON.stringify(await ask(token, 'tools/call', call))).toContain('unknown_tool')
		const elsewhere = { name: 'simulate', arguments: { warriors: ['stock:Imp', 'stock:Dwarf'] } }
		expect(JSON.stringify(await modernResult(token, 'tools/call', elsewhere))).toContain(
			'unknown_tool',
		)
		expect(executed().length).toBe(before)
	})
})

test('an unknown tool leads to no search, which there is not', async () => {
	const { token } = await newToken(['editor:read'])
	for (const name of ['qzxv', 'simulates', 'call_tool']) {
		const said = JSON.stringify(await tool(token, name))
		expect(said).not.toContain('find_tools')
		expect(said).toMatch(/Use a tool of your list|Use one of the nearest names|needs/)
	}
})

describe('calls', () => {
	test('a client that may only read tries warriors, reads the ladder, and uploads nothing', async () => {
		const { token } = await newToken(['editor:read'])
		const fought = await tool(token, 'simulate', { warriors: [DWARF, SUICIDE], rounds: 4 })
		expect(fought['structuredContent']).toMatchObject({
			rounds: 4,
			standings: [{ wins: 4 }, { losses: 4 }],
		})
		expect(await tool(token, 'get_profile')).toMatchObject({
			structuredContent: { name: 'By MCP', warrior: null },
		})
		const refused = await tool(token, 'upload_warrior', { name: 'Dwarf', redcode: DWARF })
		expect(refused.isError).toBe(true)
		expect(JSON.stringify(refused)).toContain('editor:call')
		expect(await tool(token, 'get_profile')).toMatchObject({ structuredContent: { warrior: null } })
	})

	test('a challenge asks first, is fought once, and stands in a conversation with its author', async () => {
		const { token, id } = await newToken(ALL)
		const defender = await newPlayer(SUICIDE)
		const answered = { approval: { action: 'accept', content: { decision: 'once' } } }
		const allowed = async (name: string, args: object) => {
			const asked = await tool(token, name, args, {}, ASKS_FORMS)
			expect(asked['resultType']).toBe('input_required')
			const again = { inputResponses: answered, requestState: asked['requestState'] }
			const done = await tool(token, name, args, again, ASKS_FORMS)
			expect(await tool(token, name, args, again, ASKS_FORMS)).toEqual(done)
			return done
		}
		await allowed('upload_warrior', { name: 'Dwarf', redcode: DWARF })
		const fought = await allowed('challenge_player', { defender_id: defender.id })
		expect(fought['structuredContent']).toMatchObject({ result: 'challenger_win' })
		const { structuredContent } = await tool(token, 'get_battles')
		expect(structuredContent).toMatchObject({ battles: [{ result: 'challenger_win' }] })
		expect((structuredContent as { battles: unknown[] }).battles).toHaveLength(1)
		const list = await mcp.owner.call('GET', `/api/projects/${arenaId}/conversations`)
		const { conversations } = (await list.json()) as { conversations: { id: string }[] }
		expect(conversations).toHaveLength(1)
		const page = await mcp.owner.call('GET', `/api/conversations/${conversations[0]?.id}/messages`)
		const messages = await page.text()
		expect(messages).toContain(`"kind":"token","id":"${id}"`)
		expect(messages).toContain('challenge_player')
	})
})
