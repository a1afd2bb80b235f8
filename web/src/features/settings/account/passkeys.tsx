/** A person's passkeys: a list, adding, renaming, removing. */
import { MAX_PASSKEYS, type Passkey } from '@fairlead/protocol/people/account'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { passkeysQuery, useReadPasskeysAgain } from '../../../data/api/account.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { makePasskey, passkeysWork } from '../../../data/person/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Skeleton } from '../../../ui/feedback.tsx'
import { lazyPart, THIS_DIALOG } from '../../../ui/loading/lazy-part.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { RelativeTime } from '../../../ui/text/time.tsx'

const Change = lazyPart(() => import('./passkey-dialogs.tsx'), THIS_DIALOG)

export function Passkeys() {
	const passkeys = useQuery(passkeysQuery)
	const readAgain = useReadPasskeysAgain()
	const [changing, setChanging] = useState<{ to: 'rename' | 'remove'; passkey: Passkey } | null>(
		null,
	)
	const add = useMutation({ mutationFn: makePasskey, onSettled: readAgain })
	const list = passkeys.data
	return (
		<Section
			id="passkeys"
			title="Passkeys"
			hint="A passkey signs you in with your device’s fingerprint, face or PIN. Nothing secret is stored on the server."
		>
			{passkeys.isPending && <Skeleton rows={2} className="p-4" />}
			{passkeys.error && !list && (
				<ErrorNote error={passkeys.error} onRetry={() => void passkeys.refetch()} className="m-3" />
			)}
			{list?.length === 0 && (
				<Empty icon={<KeyRound />} title="No passkeys">
					Add one on each device, or one in a password manager that syncs them.
				</Empty>
			)}
			{list && list.length > 0 && (
				<Rows label="Passkeys">
					{list.map((passkey) => (
						<li key={passkey.id}>
							<Row
								title={passkey.name}
								detail={
									<>
										Added <RelativeTime at={passkey.createdAt} /> ·{' '}
										{passkey.lastUsedAt === null ? (
											'never used'
										) : (
											<>
												last used <RelativeTime at={passkey.lastUsedAt} />
											</>
										)}
										{passkey.backedUp && ' · synced'}
									</>
								}
								action={
									<div className="flex gap-2">
										<Button
											aria-label={`Rename ${passkey.name}`}
											onClick={() => setChanging({ to: 'rename', passkey })}
										>
											Rename
										</Button>
										<Button
											aria-label={`Remove ${passkey.name}`}
											onClick={() => setChanging({ to: 'remove', passkey })}
										>
											Remove
										</Button>
									</div>
								}
							/>
						</li>
					))}
				</Rows>
			)}
			{list && (
				<div className="border-t border-edge px-4 py-2.5">
					{passkeysWork() ? (
						<Button
							disabled={add.isPending || list.length >= MAX_PASSKEYS}
							onClick={() => add.mutate()}
						>
							Add a passkey
						</Button>
					) : (
						<p className="text-line text-muted">
							This browser offers no passkeys here. They need https and a host name, or localhost.
						</p>
					)}
					{add.error && <ErrorNote error={add.error} className="mt-3" />}
				</div>
			)}
			{changing && <Change {...changing} onClose={() => setChanging(null)} />}
		</Section>
	)
}
