import { TOKEN_SCOPES } from '@fairlead/protocol/people/api-tokens'
import { expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from './permissions.ts'
import { permissionsOf, SCOPES } from './scopes.ts'

test('each permission that tokens may have belongs to exactly one scope, and no other does', () => {
	const grantable = (Object.keys(PERMISSIONS) as Permission[]).filter(
		(permission) => PERMISSIONS[permission].may.token !== 'never',
	)
	const inScopes = TOKEN_SCOPES.flatMap((scope) => SCOPES[scope])
	expect([...inScopes].sort()).toEqual(grantable.sort())
})

test('a stored scope that no longer exists gives no permission, whatever its name', () => {
	expect(permissionsOf(['runs:start', 'runs:everything', 'constructor', '__proto__'])).toEqual(
		SCOPES['runs:start'],
	)
})
