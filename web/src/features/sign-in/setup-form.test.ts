import { expect, it } from 'vitest'
import { tokenIn } from './setup-form.tsx'

it.each([
	['a link', 'http://localhost:8787/setup#token=a%2Bb', 'a+b'],
	['the token alone', '  abc ', 'abc'],
	['a link with a bare percent sign', 'http://localhost:8787/setup#token=100%', '100%'],
])('%s is taken as it is pasted', (_, pasted, token) => {
	expect(tokenIn(pasted)).toBe(token)
})
