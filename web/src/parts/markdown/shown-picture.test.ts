import { expect, test } from 'vitest'
import { isShownPicture } from './shown-picture.ts'

test.each([
	'/api/me',
	'/api/conversations/c/blobs/b',
	'https://evil.example/a.png',
	'//evil.example/a',
	'blob:x',
	'data:text/html,x',
	undefined,
])('nothing is asked for to show %j', (src) => expect(isShownPicture(src)).toBe(false))

test('a picture in the text itself is shown', () => {
	expect(isShownPicture('data:image/png;base64,AA==')).toBe(true)
})
