import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { passkeysWork, signInWithPasskey } from '../../data/person/passkeys.ts'
import { Button } from '../../ui/button.tsx'

/** Nothing where this browser has no passkeys for this address. */
export default function PasskeySignIn(props: { onSignedIn: () => void }) {
	const enter = useMutation({ mutationFn: signInWithPasskey, onSuccess: props.onSignedIn })
	if (!passkeysWork()) return null
	return (
		<div>
			<Button className="w-full" disabled={enter.isPending} onClick={() => enter.mutate()}>
				<KeyRound aria-hidden /> Sign in with a passkey
			</Button>
			{enter.error && <ErrorNote error={enter.error} className="mt-3" />}
		</div>
	)
}
