import { allTools } from '@fairlead/protocol/tools'
import { expect, test } from 'vitest'
import { declaredLabel, kindOf } from './titles.ts'

test.each(allTools.filter((tool) => tool.offered !== 'never'))(
	'$name is called as everywhere else',
	(tool) => {
		expect(kindOf(tool.name, 'run')).toBe(tool.title)
	},
)

test('an answer names the action it is remembered for, in words', () => {
	expect(kindOf('unity_asset', 'create_material')).toBe('Work with assets: create material')
	expect(kindOf('my_project_tool', '')).toBe('my project tool')
})

test('a name that comes over the wire finds nothing that is not declared', () => {
	expect(declaredLabel('unity_query', 'constructor')).toBeUndefined()
	expect(declaredLabel('../x', 'run')).toBeUndefined()
})
