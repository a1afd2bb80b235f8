/** A section of tokens that are listed and can be revoked; below the list, the form for a new one. */

import { visible } from '@fairlead/protocol/view/visible'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { lazyPart, THIS_DIALOG } from '../../ui/loading/lazy-part.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'

const RenameComputer = lazyPart(() => import('./project/rename-computer.tsx'), THIS_DIALOG)

interface Token {
	readonly id: string
	readonly label: string
}

export function TokenSection<T extends Token>(props: {
	id: string
	title: string
	hint: string
	/** The route that lists and makes tokens; a token is revoked at `path/id`. */
	path: string
	/** Under which others, too, say that the list has changed. */
	queryKey: readonly string[]
	schema: z.ZodMiniType<{ tokens: T[] }>
	/** In place of the list while there are none. */
	empty: ReactNode
	/** The second line of a token. */
	detail: (token: T) => ReactNode
	/** In place of "Revoke token". */
	verb?: 'Disconnect'
	noun?: 'client'
	/** A token has the name of a computer, which can be changed at `path/id`. */
	ofComputers?: true
	/** The effect of revoking, for the confirmation. */
	consequence: string
	/** The form for a new token. */
	form: (onCreated: () => void) => ReactNode
}) {
	const { path, title, queryKey, verb = 'Revoke', noun = 'token' } = props
	const client = useQueryClient()
	const tokens = useQuery({
		queryKey,
		queryFn: ({ signal }) => api(props.schema, path, { signal }),
	})
	const [revoking, setRevoking] = useState<Token | null>(null)
	const [renaming, setRenaming] = useState<Token | null>(null)
	const read = () => client.invalidateQueries({ queryKey })
	const revoke = useMutation({
		mutationFn: (id: string) => apiDone(`${path}/${id}`, { method: 'DELETE' }),
		onSuccess: () => setRevoking(null),
		onSettled: read,
	})
	const list = tokens.data?.tokens
	return (
		<Section id={props.id} title={title} hint={props.hint}>
			{tokens.isPending && <Skeleton rows={2} className="p-4" />}
			{tokens.error && !list && (
				<ErrorNote error={tokens.error} onRetry={() => void tokens.refetch()} className="m-3" />
			)}
			{list?.length === 0 && props.empty}
			{list && list.length > 0 && (
				<Rows label={title}>
					{list.map((token) => (
						<li key={token.id}>
							<Row
								title={visible(token.label)}
								detail={props.detail(token)}
								action={
									<div className="flex gap-2">
										{props.ofComputers && (
											<Button
												aria-label={`Rename ${token.label}`}
												onClick={() => setRenaming(token)}
											>
												Rename
											</Button>
										)}
										<Button
											aria-label={`${verb} ${token.label}`}
											onClick={() => setRevoking(token)}
										>
											{verb}
										</Button>
									</div>
								}
							/>
						</li>
					))}
				</Rows>
			)}
			{list && props.form(() => void read())}
			{renaming && (
				<RenameComputer
					token={renaming}
					path={`${path}/${renaming.id}`}
					onRenamed={() => void read()}
					onClose={() => setRenaming(null)}
				/>
			)}
			{revoking && (
				<Confirm
					title={`${verb} “${visible(revoking.label)}”?`}
					description={props.consequence}
					confirm={`${verb} ${noun}`}
					keep={`Keep ${noun}`}
					pending={revoke.isPending}
					error={revoke.error && <ErrorNote error={revoke.error} className="mt-3" />}
					onConfirm={() => revoke.mutate(revoking.id)}
					onClose={() => setRevoking(null)}
				/>
			)}
		</Section>
	)
}
