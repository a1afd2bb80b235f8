import { expect, test } from 'vitest'
import { isThisComputerOnly } from './this-computer-only.tsx'

test.each([
	['localhost', true],
	['127.0.0.1', true],
	['[::1]', true],
	['fairlead.localhost', true],
	['fairlead.example', false],
	['192.168.1.7', false],
	['localhost.example', false],
])('the address %s reaches this computer only: %s', (host, only) => {
	expect(isThisComputerOnly(host)).toBe(only)
})
