import { m } from '@tagalong/contract/messages.ts'
import { brand } from '#lib/brand.ts'
import { failureText } from '#lib/calls/failure-text.ts'
import { offlineText } from '#lib/calls/offline-text.ts'
import { saveFile } from '#lib/save-file.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import EnvelopeArt from '#ui/art/scene-envelope.svg?react'
import { Button } from '#ui/button.tsx'
import { Prompt } from '#ui/fields/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { useDownloadMyData } from '../your-data.queries.ts'
import './get-copy.css'

/** A section of /your-data. */
export function GetCopy() {
  const { mutateAsync, isPending, error } = useDownloadMyData()
  const oneAtATime = useOneAtATime()
  const download = () =>
    oneAtATime(async () => {
      saveFile(await mutateAsync(), `${brand.toLowerCase().replaceAll(/\W+/g, '-')}-data.zip`)
      showToast(m.your_data_downloaded())
    })
  return (
    <section className="card stack stack--near" aria-labelledby="copy">
      <div className="row">
        <div className="grow">
          <h2 id="copy">{m.your_data_copy()}</h2>
          <p className="small quiet">{m.your_data_copy_note()}</p>
          {/* In the page before it has text, so that screen readers announce it. */}
          <div role="status" className="small">
            {isPending && m.your_data_packing()}
          </div>
        </div>
        <span className="tinted getcopy__art">
          <EnvelopeArt />
        </span>
      </div>
      <Button variant="action" wide isPending={isPending} onPress={download}>
        {!isPending && <Icon name="download" small />}
        {m.your_data_download()}
      </Button>
      {error && <Prompt>{failureText(error, offlineText())}</Prompt>}
    </section>
  )
}
