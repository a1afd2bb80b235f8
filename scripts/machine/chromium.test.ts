import { expect, test } from 'vitest'
import { candidates, findChromium } from './chromium.ts'

test('FAIRLEAD_CHROMIUM decides', async () => {
	expect(await findChromium({ FAIRLEAD_CHROMIUM: process.execPath })).toEqual({
		found: true,
		path: process.execPath,
	})
})

test('a wrong FAIRLEAD_CHROMIUM is reported, not ignored', async () => {
	const found = await findChromium({ FAIRLEAD_CHROMIUM: '/nowhere/chrome' })
	expect(found).toMatchObject({ found: false, reason: expect.stringContaining('/nowhere/chrome') })
})

test('every platform has places to look', () => {
	expect(candidates('linux', { PATH: '/snap/bin' })).toContain('/usr/bin/chromium')
	expect(candidates('darwin', {}).join()).toContain('Google Chrome.app')
	expect(candidates('win32', { PROGRAMFILES: 'C:\\Programs' }).join()).toContain('chrome.exe')
	expect(candidates('win32', {})).toEqual([])
})
