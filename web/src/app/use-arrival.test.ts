import { expect, test } from 'vitest'
import { keepsItsPlace } from './use-arrival.ts'

test.each([
	['/', false],
	['/settings', false],
	['/p/prj_1/settings', false],
	['/p/prj_1/automations/aut_1', false],
	['/p/prj_1', true],
	['/p/prj_1/', true],
	['/p/prj_1/c/cnv_1', true],
	['/shared/token/c/cnv_1', true],
])('%s scrolls inside, and not as a page: %s', (pathname, keeps) => {
	expect(keepsItsPlace(pathname)).toBe(keeps)
})
