import { expect, it } from 'vitest'
import { outcomeOfError } from './file-error.ts'

it.each([
	['ENOSPC', 'disk_full', /free disk space/],
	['EACCES', 'denied', /ask the user/],
	['ENAMETOOLONG', 'invalid_arguments', /shorter path/],
	['ELOOP', 'outside_project', /without them/],
	['EBUSY', 'editor_busy', /Try again/],
	['EIO', 'internal', /tell the user/],
])('an error %s of the file system is %s, with a next step', (code, expected, hint) => {
	const outcome = outcomeOfError(Object.assign(new Error('at /home/someone/x'), { code }))
	expect(outcome).toMatchObject({
		error: { code: expected, hint: expect.stringMatching(hint) },
	})
	expect(JSON.stringify(outcome)).not.toContain('/home')
})
