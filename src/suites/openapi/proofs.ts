/** How a run proves each kind of requirement: what it sends, and what counts. */
export const proofs = {
  response:
    "a valid request is sent, and every response to this operation is held against the description, whatever asked for it",
  "server-error":
    "every response to this operation counts, also to requests that are not valid: malformed bodies, ids of another kind, and parameters that are empty, or given twice, are sent for this alone",
  credential:
    "a valid request that got a 2xx is sent again without a credential, and with altered ones; any 4xx or redirect refuses it",
  accepts:
    "valid requests are sent, with everything and with what is required alone; five that are refused with 400, 415 or 422, and none that is accepted, are a warning",
  location:
    "a valid request is sent, and the address in the header Location of its 201 or 202 is asked for, twice where it is not found",
  violation:
    "by difference: the same request without this violation got a 2xx; an accepted violation is a failure where the API enforces other assertions, one of them repeated between two accepted requests; a conversion only where the very same is refused; what the API validates at none of three places or more is advice, and a failure with --strict",
  "media-type":
    "a valid request is sent whose body is said to be of another media type, where 415 is described",
  stated:
    "values at the bounds are sent; a refusal counts only where the same request with another value there got a 2xx",
  "page-size": "a list is asked for one item",
  filter:
    "a list is asked for the items with one value, and with another one: no item with a different value is shown, and no item of the run is missing that the whole list shows with that value; of texts and numbers, items of the run count whose values are far apart; of times, a bound is asked for that is a year beyond all of theirs",
  sort: "three items are added whose words or numbers are far apart, and a list that has another default order is asked for this one three times",
  "next-page":
    "a page is asked for, and then the page that it links to; a second fresh link has to fail as well",
  "further-pages": "pages of one item are followed by their links, and the first one is asked for again",
  pages:
    "two pages of two items are asked for, by the parameters that say where a page begins, or by what leads to the next page; an item on both, or on none, counts only while the list stays the same",
  total:
    "the list is counted; where it says another number, one more item is added, and both have to grow by one, so that the list is shown as a whole; and small pages are asked for, which have to say the same number",
  "total-shown":
    "the list is counted; a lower number counts only where one more item is one more in both, twice",
  unknown: "an item is asked for by an id that no item has, in the form that the description states",
  "unknown-change":
    "an item that the run has created and deleted is changed; a success counts only where no item can be read then",
  "unknown-parent":
    "a valid creation is sent to the list below an id that no item has; a success counts only where no item can be read at that id then",
  below:
    "something is created below one of two new items, and both lists are asked for; an empty one counts only where nothing shows that the list may leave it out",
  "other-parent":
    "an item that was created below one parent is asked for below another, new one; a success counts only where the very same is shown",
  linked:
    "an item of the run is linked to another one, twice, and then in another way; the list is read before and after",
  unlinked:
    "a link of the run is removed; its list counts only where it shows a link that was put after that",
  "unknown-end":
    "an item of the run is linked to an id that no item has; a success counts only where the list shows the link",
  "read-only":
    "a valid request is sent with these members, also in the items of its lists, and the response and what is read are compared with them; what the server might have made itself counts where it follows a second value",
  "read-back":
    "an item is created, read at its address, and compared with what was sent, but for members under api: computed",
  defaults:
    "an item is created without the members that have a default, and read; another value counts only where a second item has it, too, and an item that is sent the default keeps it",
  taken:
    "an item is created, and the very same is sent again, twice; a second one counts only where the first can still be read, and both show the value",
  idempotent:
    "a creation with a new key is sent three times; another item counts only where it is another one each time, and all can be read",
  "not-modified":
    "an item is asked for with the ETag that it has just shown, three times where that is sent again; then with one that nothing has, and with the one from before a change",
  answer: "an item is created that nothing reads, and the response is compared with what was sent",
  "write-only": "an item is created with these members, and looked for in what comes back",
  replaced:
    "an item of the run is replaced, also by what is empty, read, and compared with what was sent; another item of the run is read before and after, also where its id is in the body",
  "put-status":
    "an item of the run is read, and replaced, where 201 and another success are described; 201 counts only where it comes twice",
  "left-out": "an item of the run is replaced by one with what is required alone, and read before and after",
  changed:
    "one member of an item of the run is changed at a time, also to what is empty, and the whole is read and compared, also with what was sent when it was created; other items are read before and after, also where their id is in the body; where a JSON patch is described, one is sent, too",
  singleton:
    "the singleton is sent back as it is shown, which changes nothing; then one member is changed, read and restored, on a store that is --disposable, as the last of the run",
  private:
    "an item of the run is asked for, replaced, changed or deleted with the key of another user; the first user sees what came of it",
  unconditional: "an item of the run is changed, or a new one is deleted, without the header",
  stale:
    "an item of the run is changed, and then changed once more, or deleted, with the ETag that it had before; where that is still the item's, it is changed again more than a second later",
  "stale-version":
    "an item of the run is changed, and then changed once more with the version that it had before; a success counts only where the version tells changes apart, and the item shows what was sent",
  gone: "an item of the run is deleted, and asked for again; the ones that were created before and after it are still there",
} as const;
