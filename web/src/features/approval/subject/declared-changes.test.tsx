import { text } from 'node:stream/consumers'
import type { Bag } from '@fairlead/protocol/wire/safe-read'
import { createElement } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { expect, test } from 'vitest'
import { DeclaredChanges } from './declared-changes.tsx'

/** As it stands in the approval, without markup. */
async function read(input: Bag): Promise<string> {
	const { prelude } = await prerenderToNodeStream(createElement(DeclaredChanges, { input }))
	return (await text(prelude)).replace(/<[^>]*>/g, ' ')
}

test('a person sees which files a command will change before it runs', async () => {
	const shown = await read({
		command: ['npm', 'run', 'bake'],
		changes: ['Assets/a.asset', 'x\u202ey'],
	})
	expect(shown).toMatch(/a revert restores them: .*Assets\/a\.asset/)
	expect(shown).not.toContain('\u202e')
})

test('nobody is promised that what runs in the background is reverted', async () => {
	expect(await read({ changes: ['Assets'], background: true })).toMatch(/does not restore/)
	expect(await read({ changes: [] })).toBe('')
})
