import { Author } from '@fairlead/protocol/people/author'
import { expect, test } from 'vitest'
import { usedBy } from './used-by.ts'

const by = (kind: Author['kind'], name: string | null) => usedBy({ kind, userId: 'usr_1', name })

test('rows of one person tell apart by what they were caused', () => {
	expect(by('session', 'Ada')).toBe('Ada')
	expect(by('token', 'Ada')).toBe('Ada (API token)')
	expect(by('mcp', 'Ada')).toBe('Ada (MCP client)')
	expect(by('webhook', 'Ada')).toBe('Ada (webhook)')
	const names = Author.shape.kind.options.map((kind) => by(kind, 'Ada'))
	expect(new Set(names).size).toBe(names.length)
})

test('rows without a person tell apart by what they were caused, too', () => {
	expect(by('token', null)).toBe('An API token')
	const names = Author.shape.kind.options.map((kind) => by(kind, null))
	expect(new Set(names).size).toBe(names.length)
})
