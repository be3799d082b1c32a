/** How long a replaced key or secret stays valid, in hours, as choices of a form. */

export const OVERLAP_CHOICES = [
  { value: "24", label: "24 hours" },
  { value: "1", label: "1 hour" },
  { value: "168", label: "7 days" },
  { value: "720", label: "30 days" },
  { value: "0", label: "0 hours (expire immediately)" },
];
