import { afterEach, expect, test, vi } from 'vitest'
import { readDraft } from './branch-form.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a picture that is not there any more fails before the branch is made, and is not sent as a picture', async () => {
	const asked = vi.fn(async () => new Response('{}', { status: 404 }))
	vi.stubGlobal('fetch', asked)
	const picture = {
		type: 'file',
		mediaType: 'image/png',
		url: '/api/conversations/c/blobs/b',
	} as const
	await expect(readDraft({ text: 'again', pictures: [picture] })).rejects.toMatchObject({
		status: 404,
	})
	expect(asked).toHaveBeenCalledTimes(1)
})
