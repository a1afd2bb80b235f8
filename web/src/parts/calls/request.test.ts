import { plain } from '@fairlead/protocol/view/labels/label'
import { expect, test } from 'vitest'
import { requestOf } from './labels.ts'

test.each([
	['unity_hierarchy', { action: 'create', name: 'Tower' }, 'asked to create Tower'],
	['unity_query', { action: 'hierarchy' }, 'asked to look at the scene'],
	['a_tool_of_tomorrow', {}, 'asked to use a tool of tomorrow'],
])('a request of %s is a sentence', (tool, input, sentence) => {
	expect(plain(requestOf(tool, input))).toContain(sentence)
})

test('a request never says that something was done', () => {
	const said = plain(requestOf('unity_query', { action: 'find', name: 'Door' }))
	expect(said).toBe('asked to search the scene for Door')
})
