/** Making and using passkeys. The browser's own dialogs do it; the library around them is loaded with the first. */
import { Passkey, PasskeyOptions } from '@fairlead/protocol/people/account'
import { Me } from '@fairlead/protocol/people/session'
import { api } from '../api/client.ts'
import { ApiError } from '../api/problem.ts'

const library = () => import('@simplewebauthn/browser')

/** False where the browser has none, and at a numeric address, where it offers none. */
export const passkeysWork = (): boolean =>
	typeof PublicKeyCredential === 'function' &&
	isSecureContext &&
	!/^(\d+(\.\d+){3}|\[.*\])$/.test(location.hostname)

/** @throws ApiError also if the person closes the browser's dialog. */
export async function makePasskey(): Promise<Passkey> {
	const options = await api(PasskeyOptions, '/api/passkeys/registration', { method: 'POST' })
	const { startRegistration } = await library()
	type Creation = Parameters<typeof startRegistration>[0]['optionsJSON']
	const made = await startRegistration({ optionsJSON: options as unknown as Creation }).catch(
		(error: unknown) => {
			throw inWords(error, 'No passkey was added.')
		},
	)
	return api(Passkey, '/api/passkeys', { method: 'POST', body: made })
}

/** @throws ApiError also if the person closes the browser's dialog. */
export async function signInWithPasskey(): Promise<Me> {
	const options = await api(PasskeyOptions, '/api/auth/passkey/options', { method: 'POST' })
	const { startAuthentication } = await library()
	type Request = Parameters<typeof startAuthentication>[0]['optionsJSON']
	const signed = await startAuthentication({ optionsJSON: options as unknown as Request }).catch(
		(error: unknown) => {
			throw inWords(error, 'You are not signed in.')
		},
	)
	return api(Me, '/api/auth/passkey', { method: 'POST', body: signed })
}

/** Why the browser did not do it. It does not tell a closed dialog from a time that ran out. */
function inWords(error: unknown, title: string): ApiError {
	const name = error instanceof Error ? error.name : ''
	const detail =
		name === 'InvalidStateError'
			? 'This device or password manager has a passkey for this account already.'
			: name === 'NotAllowedError' || name === 'AbortError'
				? 'The browser’s dialog was closed, or it took too long. Try again.'
				: 'This browser or device could not do it. Try another one.'
	return new ApiError('passkey_invalid', title, { detail })
}
