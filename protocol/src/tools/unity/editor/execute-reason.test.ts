import { expect, test } from 'vitest'
import { executeReason } from './execute-reason.ts'

const TAGS = 'This call changes the tags and layers of the whole project.'
const CODE = 'This call changes a file that runs code, or decides what runs, later by itself.'
const addTag = { action: 'add_tag', name: 'Enemy' }

test.each([
	['a tag', 'unity_settings', addTag, TAGS],
	['options of the compiler', 'write_file', { path: 'Assets/csc.rsp', content: '' }, CODE],
	['a setting', 'write_file', { path: 'ProjectSettings/ProjectSettings.asset', content: '' }, CODE],
	[
		'both',
		'unity_batch',
		{
			operations: [
				{ tool: 'unity_settings', args: addTag },
				{ tool: 'unity_settings', args: { action: 'modify', settings_category: 'editor' } },
			],
		},
		`${TAGS} ${CODE}`,
	],
	[
		'a command',
		'run_command',
		{ action: 'run', command: ['ls'] },
		'This call runs code or leaves the editor.',
	],
])('%s is asked about with its own reason', (_, name, params, reason) => {
	expect(executeReason({ name, params })).toBe(reason)
})
