/** read_console_logs and execute_menu_item. */
import { expect } from 'vitest'
import { CaseList } from '../kit/cases.ts'
import { withBrokenScript } from './scripts.ts'

export const consoleCases = new CaseList('read_console_logs')
	.works(
		'run',
		'newest first, counted, filtered, without stack traces unless requested',
		async (desk) => {
			await withBrokenScript(desk, async () => {
				const all = await desk.ok('read_console_logs', {})
				expect(all.counts.errors).toBeGreaterThanOrEqual(1)
				expect(all.logs.every((log) => log.stackTrace === undefined)).toBe(true)
				const times = all.logs.map((log) => log.timestamp)
				expect(times).toEqual(times.toSorted().toReversed())
				const errors = await desk.ok('read_console_logs', { filter: 'errors', count: 1 })
				expect(errors.logs).toHaveLength(1)
				expect(errors.logs[0]).toMatchObject({ type: 'error' })
				expect(errors.logs[0]?.message).toContain('error CS1002')
				expect(errors.logs[0]?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
				expect(errors.total).toBeGreaterThanOrEqual(1)
				const future = await desk.ok('read_console_logs', { since: '2099-01-01T00:00:00Z' })
				expect(future).toMatchObject({ logs: [], total: 0 })
			})
		},
	)
	.refuses(
		'run',
		'invalid_arguments',
		'an invalid time, a count that is too high',
		async (desk) => {
			await desk.fails('read_console_logs', { since: 'yesterday' }, 'invalid_arguments')
			await desk.fails('read_console_logs', { count: 100_000 }, 'invalid_arguments')
		},
	)

export const menuCases = new CaseList('execute_menu_item')
	.works('run', 'an object is made, as by hand', async (desk) => {
		const done = await desk.ok('execute_menu_item', { menu_path: 'GameObject/Create Empty' })
		expect(done).toEqual({
			executed: true,
			menuPath: 'GameObject/Create Empty',
			reloaded: false,
		})
		expect(await desk.look('/GameObject')).toMatchObject({ components: ['Transform'] })
		await desk.ok('unity_undo', { action: 'undo' })
		expect(await desk.look('/GameObject')).toBeNull()
	})
	.works('run', 'saving by menu saves', async (desk) => {
		await desk.ok('unity_hierarchy', { action: 'create', name: 'Work' })
		await desk.ok('execute_menu_item', { menu_path: 'File/Save' })
		const { open } = await desk.ok('unity_scene', { action: 'list' })
		expect(open[0]?.isDirty).toBe(false)
	})
	.refuses('run', 'not_found', 'an item that does not exist', async (desk) => {
		const error = await desk.fails(
			'execute_menu_item',
			{ menu_path: 'GameObject/Create Emty' },
			'not_found',
		)
		expect(error.data['nearest']).toContain('GameObject/Create Empty')
	})
	.refuses('run', 'invalid_arguments', 'no path', async (desk) => {
		await desk.fails('execute_menu_item', {}, 'invalid_arguments')
	})
