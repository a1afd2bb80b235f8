/** A person's passkeys: a list, adding, renaming, removing. */
import { MAX_PASSKEYS, type Passkey, Passkey as PasskeySchema } from '@fairlead/protocol/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { accountQuery, passkeysQuery } from '../../data/api/account.ts'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { makePasskey, passkeysWork } from '../../data/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/form.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { Row, Rows, Section } from './section.tsx'

const pathOf = (passkey: Passkey): string => `/api/passkeys/${passkey.id}`

function useReadAgain(): () => Promise<unknown> {
	const client = useQueryClient()
	return () =>
		Promise.all(
			[passkeysQuery, accountQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
		)
}

export function Passkeys() {
	const passkeys = useQuery(passkeysQuery)
	const readAgain = useReadAgain()
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
			{changing?.to === 'rename' && (
				<Rename passkey={changing.passkey} onClose={() => setChanging(null)} />
			)}
			{changing?.to === 'remove' && (
				<Remove passkey={changing.passkey} onClose={() => setChanging(null)} />
			)}
		</Section>
	)
}

function Rename(props: { passkey: Passkey; onClose: () => void }) {
	const { passkey } = props
	const id = useId()
	const readAgain = useReadAgain()
	const [name, setName] = useState(passkey.name)
	const save = useMutation({
		mutationFn: () => api(PasskeySchema, pathOf(passkey), { method: 'PATCH', body: { name } }),
		onSuccess: props.onClose,
		onSettled: readAgain,
	})
	return (
		<Dialog open onOpenChange={(open) => !open && props.onClose()} title="Rename the passkey">
			<form
				onSubmit={(event) => {
					event.preventDefault()
					if (name.trim() !== '') save.mutate()
				}}
			>
				<label htmlFor={id} className="text-line font-medium">
					Name
				</label>
				<TextField
					id={id}
					className="mt-1"
					value={name}
					maxLength={100}
					onChange={(event) => setName(event.target.value)}
				/>
				{save.error && <ErrorNote error={save.error} className="mt-3" />}
				<div className="mt-5 flex flex-wrap justify-end gap-2">
					<Button look="quiet" onClick={props.onClose}>
						Cancel
					</Button>
					<Button type="submit" look="primary" disabled={save.isPending || name.trim() === ''}>
						Rename
					</Button>
				</div>
			</form>
		</Dialog>
	)
}

function Remove(props: { passkey: Passkey; onClose: () => void }) {
	const { passkey } = props
	const readAgain = useReadAgain()
	/** Told by the server, which knows every way in. */
	const [isLast, setIsLast] = useState(false)
	const remove = useMutation({
		mutationFn: () =>
			apiDone(`${pathOf(passkey)}${isLast ? '?lastWayIn=remove' : ''}`, { method: 'DELETE' }),
		onSuccess: props.onClose,
		onError: (error) => setIsLast(toApiError(error).code === 'last_way_in'),
		onSettled: readAgain,
	})
	return (
		<Confirm
			title={`Remove “${passkey.name}”?`}
			description={
				isLast
					? 'Nothing else signs you in. Once this session ends, nobody can open this account again, and the server’s operator cannot help.'
					: 'It no longer signs you in. Delete it on your device too, so that it is not offered there.'
			}
			confirm={isLast ? 'Remove my last way in' : 'Remove passkey'}
			keep="Keep passkey"
			pending={remove.isPending}
			error={!isLast && remove.error && <ErrorNote error={remove.error} className="mt-3" />}
			onConfirm={() => remove.mutate()}
			onClose={props.onClose}
		/>
	)
}
