/** unity_editor: the user's view. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'

const T = 'unity_editor'

export const editorCases = new CaseList(T)
	.works('select', 'the objects are selected, once each, then nothing', async (desk) => {
		for (const name of ['One', 'Two'])
			await desk.ok('unity_hierarchy', { action: 'create', name, primitive_type: 'Cube' })
		const chosen = await desk.ok(T, { action: 'select', objects: ['/One', '/Two', '/One'] })
		expect(chosen.objects.map((object) => object.path)).toEqual(['/One', '/Two'])
		const shown = await desk.ok('unity_query', { action: 'selection' })
		expect(shown.objects.map((object) => object.name)).toEqual(['One', 'Two'])
		expect(await desk.ok(T, { action: 'select', objects: [] })).toEqual({
			objects: [],
			framed: false,
		})
		expect((await desk.ok('unity_query', { action: 'selection' })).objects).toEqual([])
	})
	.refuses('select', 'not_found', 'an object that does not exist', async (desk) => {
		await desk.fails(T, { action: 'select', objects: ['/Nothing'] }, 'not_found')
	})
	.works('clear_console', 'all logged entries are gone', async (desk) => {
		await desk.call('execute_menu_item', { menu_path: 'GameObject/Create Empty' })
		expect(await desk.ok(T, { action: 'clear_console' })).toEqual({ cleared: true })
		expect(await desk.ok('read_console_logs', {})).toMatchObject({ logs: [], total: 0 })
	})
	.refuses('clear_console', 'invalid_arguments', 'an argument it does not have', async (desk) => {
		await desk.fails(T, { action: 'clear_console', all: true }, 'invalid_arguments')
	})
