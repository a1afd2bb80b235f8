/** Downloading everything that is stored about the person, and deleting the account. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../../../data/api/account.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { lazyPart, THIS_DIALOG } from '../../../ui/loading/lazy-part.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'

const DeleteAccount = lazyPart(() => import('./delete-account.tsx'), THIS_DIALOG)

export function YourData() {
	const account = useQuery(accountQuery)
	const [deleting, setDeleting] = useState(false)
	const isOwner = account.data?.role === 'owner'
	return (
		<Section id="your-data" title="Your data">
			<Rows label="Your data">
				<li>
					<Row
						title="Download your data"
						detail="Your account, projects, conversations and usage, as one JSON file. Pictures are not included."
						action={
							<a href="/api/account/export" download className={buttonClass()}>
								Download
							</a>
						}
					/>
				</li>
				<li>
					<Row
						title="Delete the account"
						detail={
							isOwner
								? 'The owner’s account belongs to this server and cannot be deleted. Delete your projects one by one; to remove everything, delete the server’s data.'
								: 'You see what will be deleted before you confirm.'
						}
						action={
							account.data &&
							!isOwner && (
								<Button look="danger" onClick={() => setDeleting(true)}>
									Delete account
								</Button>
							)
						}
					/>
				</li>
			</Rows>
			{deleting && account.data && (
				<DeleteAccount name={account.data.name} onClose={() => setDeleting(false)} />
			)}
		</Section>
	)
}
