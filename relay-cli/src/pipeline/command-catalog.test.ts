import { CustomTools } from '@fairlead/protocol/editor-link'
import { describe, expect, it } from 'vitest'
import { type BridgeCommand, CommandCatalog, commandsIn } from './command-catalog.ts'
import type { CommandOrigin } from './command-names.ts'
import { isRepeatable, riskOf } from './command-risks.ts'
import { isUnitysPackage } from './package-origin.ts'
import { parseExactly, readFrame } from './shell-frames.ts'

const command = (name: string, origin: CommandOrigin = 'unity'): BridgeCommand => ({
	name,
	origin,
	description: name,
	parameters: [],
})
const listed = (data: unknown, packageIsUnitys = true) =>
	commandsIn(
		{ id: '1', exitCode: 0, envelope: { success: true, data, errors: [], warnings: [] } },
		packageIsUnitys,
	)

describe('the catalog', () => {
	it('reads the lists of every version, and skips what it cannot read', () => {
		const good = { name: 'a', description: 'Does a.', parameters: [{ name: 'x' }, { no: 'name' }] }
		for (const data of [[good, 7], { commands: [good, null] }, { tools: [{}, good] }])
			expect(listed(data)).toMatchObject([{ name: 'a', parameters: [{ name: 'x' }] }])
		expect(listed({ tags: [] })).toBeNull()
		expect(listed('text')).toBeNull()
	})

	it('reads names with their group in either spelling, and whose they are', () => {
		const unitys = { package: 'com.unity.pipeline' }
		const commands = listed([
			{ name: 'create', group: 'gameobject', ...unitys },
			{ name: 'gameobject.rename', group: 'gameobject', package: { name: 'com.unity.pipeline' } },
			{ name: 'wave', group: 'spawn', package: 'Assembly-CSharp' },
			{ name: 'eval' },
		])
		expect(commands?.map(({ name, origin }) => [name, origin])).toEqual([
			['gameobject create', 'unity'],
			['gameobject.rename', 'unity'],
			['spawn wave', 'project'],
			['eval', 'unknown'],
		])
	})

	it('takes a group that only sorts the commands for no part of their names', () => {
		const names = (...list: [string, string, string?][]) =>
			listed(list.map(([group, name, from]) => ({ group, name, package: from })))?.map(
				({ name }) => name,
			)
		// As reported of 0.3 and 0.4, and with another word for it.
		expect(names(['built-in', 'create_gameobject'], ['built-in', 'not_known'])).toEqual([
			'create_gameobject',
			'not_known',
		])
		expect(names(['core', 'create_gameobject'], ['custom', 'spawn_wave'])).toEqual([
			'create_gameobject',
			'spawn_wave',
		])
		expect(names(['built-in', 'new_in_this_version'])).toEqual(['new_in_this_version'])
		// Since 0.9, where some names were kept within their group.
		expect(names(['gameobject', 'create'], ['gameobject', 'set_transform'])).toEqual([
			'gameobject create',
			'gameobject set_transform',
		])
		expect(names(['script', 'recompile'])).toEqual(['script recompile'])
		// A project's command does not decide how Unity's are named.
		expect(
			names(['core', 'save_scene', 'com.unity.pipeline'], ['gameobject', 'create', 'My.Game']),
		).toEqual(['save_scene', 'create'])
	})

	it.each([
		['gameobject create', 'create_gameobject'],
		['gameobject.create', 'create_gameobject'],
		['gameobject set_transform', 'set_transform'],
		['gameobject.component add', 'add_component'],
		['scene get_hierarchy', 'get_scene_hierarchy'],
		['editor.playmode start', 'editor_play'],
		['script recompile', 'recompile'],
		['save_scene', 'save_scene'],
	])('finds %s where it is grouped, as %s', (grouped, name) => {
		expect(new CommandCatalog([command(grouped)]).find(name)?.name).toBe(grouped)
	})

	it('takes no command for another: not the project’s, not one of two, not one of the same last word', () => {
		const find = (name: string, ...commands: BridgeCommand[]) =>
			new CommandCatalog(commands).find(name)
		expect(find('get_scene_hierarchy', command('scene get_hierarchy', 'project'))).toBeNull()
		expect(find('save_scene', command('scene save'), command('save scene'))).toBeNull()
		expect(find('save_scene', command('scene save'), command('save_scene'))?.name).toBe(
			'save_scene',
		)
		expect(find('search', command('store search'))).toBeNull()
		const twice = listed([{ name: 'get_selection' }, { name: 'get_selection' }]) ?? []
		expect(twice).toMatchObject([{ origin: 'project' }])
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
	const risk = (name: string, origin: CommandOrigin = 'unity') => riskOf(command(name, origin))

	it('is that of running code for everything that Unity’s own list does not have', () => {
		expect(risk('get_scene_hierarchy')).toBe('read')
		expect(risk('scene get_hierarchy')).toBe('read')
		expect(risk('gameobject get_selection')).toBe('read')
		expect(risk('set_transform')).toBe('write')
		expect(risk('delete_asset')).toBe('destructive')
		for (const name of ['eval', 'script run', 'menu', 'build', 'my_own_get_thing', 'store search'])
			expect(risk(name)).toBe('execute')
	})

	it('is that of running code for a project’s command, also if its name is that of a read', () => {
		for (const origin of ['project', 'unknown'] as const)
			for (const name of ['get_scene_hierarchy', 'scene get_hierarchy', 'get_selection']) {
				expect(risk(name, origin)).toBe('execute')
				expect(isRepeatable(command(name, origin), false)).toBe(false)
			}
		expect(isRepeatable(command('get_selection', 'unknown'), true)).toBe(true)
		expect(isRepeatable(command('get_selection', 'project'), true)).toBe(false)
	})

	it('that takes a path on the computer never counts as a read', () => {
		for (const name of ['read_text_file', 'screenshot', 'capture_game_view', 'capture_scene_view'])
			expect(risk(name)).toBe('execute')
	})

	it('trusts the package only if Unity’s registry gave it', () => {
		const lock = (source: string, url: string) =>
			JSON.stringify({ dependencies: { 'com.unity.pipeline': { source, url } } })
		expect(isUnitysPackage(lock('registry', 'https://packages.unity.com'))).toBe(true)
		for (const other of [
			lock('embedded', 'https://packages.unity.com'),
			lock('registry', 'https://packages.unity.com.evil.example'),
			lock('registry', 'http://packages.unity.com'),
			lock('git', ''),
			'{"dependencies":{}}',
			'{',
			'',
		])
			expect(isUnitysPackage(other)).toBe(false)
		const mine = [{ name: 'get_selection', package: 'com.unity.pipeline' }]
		expect(listed(mine, false)).toMatchObject([{ origin: 'project' }])
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
