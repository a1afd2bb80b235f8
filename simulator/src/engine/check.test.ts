/** Nobody is asked about what the simulated editor cannot do at all. */
import { allTools, TOOLS } from '@fairlead/protocol/tools'
import { expect, it } from 'vitest'
import { handlerOf } from './handlers.ts'
import { Driver } from './test-project.ts'
import { Unsupported } from './unsupported.ts'

const beyond = allTools.flatMap((tool) =>
	Object.entries(tool.actions)
		.filter(
			([name, { risk }]) => risk !== 'read' && handlerOf(tool.name, name) instanceof Unsupported,
		)
		.map(([name, action]) => [tool.name, name, action] as const),
)

it.each(beyond)('%s %s is checked before a person is asked', async (tool, name, action) => {
	expect(action.checked).toBe(true)
	const [example] = action.examples
	const d = await Driver.open()
	expect(d.error('unity_check', { method: tool, params: example?.args ?? {} }).code).toBe(
		'unsupported',
	)
	expect(name).not.toBe('')
})

it('a package that cannot be added is refused before a person is asked', async () => {
	expect(TOOLS.unity_packages.actions.add.checked).toBe(true)
	const d = await Driver.open()
	const check = (package_id: string) =>
		d.error('unity_check', { method: 'unity_packages', params: { action: 'add', package_id } }).code
	expect(check('https://example.com/a.git')).toBe('unsupported')
	expect(check('com.unity.cinemachin')).toBe('not_found')
	const params = { action: 'add', package_id: 'com.unity.cinemachine' }
	expect(d.ok('unity_check', { method: 'unity_packages', params })).toEqual({ possible: true })
})

it('and these are some', () => {
	expect(beyond.map(([tool]) => tool)).toEqual(
		expect.arrayContaining(['unity_execute', 'unity_settings', 'unity_build', 'unity_asset']),
	)
})
