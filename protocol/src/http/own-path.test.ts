import { expect, test } from 'vitest'
import { isOwnPath } from './own-path.ts'

test.each([
	'/',
	'/p/prj_1',
	'/pair?code=BCDF-GHJK',
	'/settings#sessions',
	'/p/%2F%2Fx?u=https://a.example',
])('%s stays here', (to) => {
	expect(isOwnPath(to)).toBe(true)
	expect(new URL(to, 'https://own.example').host).toBe('own.example')
})

test.each([
	'',
	'p',
	'//evil.example',
	'/\\evil.example',
	'\\/evil.example',
	'https://evil.example',
	'javascript:alert(1)',
	'/\t/evil.example',
	'/\n/evil.example',
	'/\r\n/evil.example',
	' /x',
	'/a\\..\\..//evil.example',
])('%j does not count as ours', (to) => {
	expect(isOwnPath(to)).toBe(false)
})
