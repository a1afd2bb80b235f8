import { CustomTools } from '@fairlead/protocol/editor-link'
import { describe, expect, it } from 'vitest'
import { type BridgeCommand, CommandCatalog, commandsIn } from './command-catalog.ts'
import { riskOf } from './command-risks.ts'
import { parseExactly, readFrame } from './shell-frames.ts'

const command = (name: string): BridgeCommand => ({ name, description: name, parameters: [] })
const listed = (data: unknown) =>
	commandsIn({
		id: '1',
		exitCode: 0,
		envelope: { success: true, data, errors: [], warnings: [] },
	})

describe('the catalog', () => {
	it('reads the lists of every version, and skips what it cannot read', () => {
		const good = { name: 'a', description: 'Does a.', parameters: [{ name: 'x' }, { no: 'name' }] }
		for (const data of [[good, 7], { commands: [good, null] }, { tools: [{}, good] }])
			expect(listed(data)).toMatchObject([{ name: 'a', parameters: [{ name: 'x' }] }])
		expect(listed({ tags: [] })).toBeNull()
		expect(listed('text')).toBeNull()
	})

	it('finds a command by its words, unless two have them', () => {
		const catalog = new CommandCatalog([
			command('gameobject create'),
			command('scene save'),
			command('save scene'),
		])
		expect(catalog.find('create_gameobject')?.name).toBe('gameobject create')
		expect(catalog.find('save_scene')).toBeNull()
		expect(catalog.find('scene save')?.name).toBe('scene save')
	})

	it('makes tools with names of our kind, each its own, however many commands there are', () => {
		const long = 'a'.repeat(60)
		const commands = ['Build.Player now', `${long}1`, `${long}2`, ...Array(300).keys()].map((one) =>
			command(String(one)),
		)
		const data = { commands }
		const tools = new CommandCatalog(listed(data) ?? []).tools(new Set())
		expect(CustomTools.safeParse(tools).success).toBe(true)
		expect(new Set(tools.map((tool) => tool.name)).size).toBe(tools.length)
		expect(tools[0]?.name).toBe('pipeline_build_player_now')
	})
})

describe('the risk of a command', () => {
	it('is that of running code for everything that Unity’s own list does not have', () => {
		expect(riskOf('get_scene_hierarchy')).toBe('read')
		expect(riskOf('scene get_hierarchy')).toBe('read')
		expect(riskOf('set_transform')).toBe('write')
		expect(riskOf('delete_asset')).toBe('destructive')
		for (const name of ['eval', 'run_script', 'menu', 'build', 'my_own_get_thing'])
			expect(riskOf(name)).toBe('execute')
	})

	it('that takes a path on the computer never counts as a read', () => {
		for (const name of ['read_text_file', 'screenshot', 'capture_game_view', 'capture_scene_view'])
			expect(riskOf(name)).toBe('execute')
	})
})

describe('a line of the shell', () => {
	it('keeps every digit of an id', () => {
		expect(parseExactly('{"a":568105589213729501,"b":7,"c":1.5,"d":-0}')).toEqual({
			a: '568105589213729501',
			b: 7,
			c: 1.5,
			d: -0,
		})
	})

	it('is an answer only if it has an id, an exit code and an envelope', () => {
		const envelope = { success: true, command: 'x', data: null, errors: [], warnings: [] }
		const frame = { id: '1', exitCode: 0, envelope }
		const text = JSON.stringify(frame)
		expect(readFrame(text)).toMatchObject({ id: '1', exitCode: 0 })
		for (let end = 0; end < text.length; end++) expect(readFrame(text.slice(0, end))).toBeNull()
		for (const wrong of [
			{ ...frame, id: null },
			{ ...frame, exitCode: '0' },
			{ id: '1' },
			[frame],
			7,
		])
			expect(readFrame(JSON.stringify(wrong))).toBeNull()
		// Texts for errors, and members that are left out.
		const said = { id: '1', exitCode: 6, envelope: { success: false, errors: ['no'] } }
		expect(readFrame(JSON.stringify(said))?.envelope.errors).toEqual([
			{ code: null, message: 'no' },
		])
	})
})
