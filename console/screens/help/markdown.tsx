/** Shows Markdown of our guides as elements of the console. HTML inside of Markdown is shown as text. */
import { Anchor, Code, List, Table, Text, Title } from "@mantine/core";
import { lexer, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { headingAnchor } from "../../help-pages.ts";
import { TextLink } from "../../parts/link.tsx";

interface MarkdownProps {
  readonly text: string;
  /** The file in docs/, to which links are relative. */
  readonly file: string;
}

export function Markdown({ text, file }: MarkdownProps) {
  return <>{writeAll(lexer(text), file)}</>;
}

function writeAll(tokens: readonly Token[] = [], file: string): ReactNode {
  return tokens.map((token, index) => (
    // The text does not change while it is shown.
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is drawn once, so its parts never change places
    <Fragment key={index}>{writeToken(token, file)}</Fragment>
  ));
}

function writeToken(token: Token, file: string): ReactNode {
  const inner = () => writeAll((token as Tokens.Generic).tokens, file);
  switch (token.type) {
    case "heading":
      return <Heading token={token as Tokens.Heading}>{inner()}</Heading>;
    case "paragraph":
      return <Text mb="sm">{inner()}</Text>;
    case "list":
      return writeList(token as Tokens.List, file);
    case "table":
      return writeTable(token as Tokens.Table, file);
    case "code":
      return (
        <Code block mb="sm" tabIndex={0}>
          {(token as Tokens.Code).text}
        </Code>
      );
    case "codespan":
      return <Code>{(token as Tokens.Codespan).text}</Code>;
    case "strong":
      return <strong>{inner()}</strong>;
    case "em":
      return <em>{inner()}</em>;
    case "link":
      return writeLink(token as Tokens.Link, { file, children: inner() });
    case "space":
    case "image":
      return null;
    default:
      return (token as Tokens.Generic).tokens === undefined ? (token as Tokens.Text).text : inner();
  }
}

interface HeadingProps {
  readonly token: Tokens.Heading;
  readonly children: ReactNode;
}

function Heading({ token, children }: HeadingProps) {
  const order = Math.min(token.depth, 4) as 1 | 2 | 3 | 4;
  return (
    <Title order={order} id={headingAnchor(token.text)} mt={order === 1 ? 0 : "lg"} mb="xs">
      {children}
    </Title>
  );
}

function writeList({ ordered, items }: Tokens.List, file: string): ReactNode {
  return (
    <List type={ordered ? "ordered" : "unordered"} mb="sm" spacing={4}>
      {items.map((item) => (
        <List.Item key={item.raw}>{writeAll(item.tokens, file)}</List.Item>
      ))}
    </List>
  );
}

function writeTable({ header, rows }: Tokens.Table, file: string): ReactNode {
  return (
    <Table.ScrollContainer minWidth={480} mb="sm">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {header.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a table of a page never changes its columns
              <Table.Th key={column}>{writeAll(cell.tokens, file)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.map(({ text }) => text).join("|")}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a table of a page never changes its columns
                <Table.Td key={column}>{writeAll(cell.tokens, file)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface LinkPlace {
  readonly file: string;
  readonly children: ReactNode;
}

/** Links to guides stay in the console. Others open in a new tab. */
function writeLink({ href }: Tokens.Link, { file, children }: LinkPlace): ReactNode {
  if (/^[a-z]+:/.test(href)) {
    return (
      <Anchor href={href} target="_blank" rel="noreferrer" underline="always">
        {children}
      </Anchor>
    );
  }
  const { pathname, hash } = new URL(href, `http://docs/${file}`);
  if (!pathname.endsWith(".md")) return children;
  const query = new URLSearchParams({ page: pathname.slice(1), section: hash.slice(1) });
  return (
    <TextLink to={`/help?${query}`} underline="always">
      {children}
    </TextLink>
  );
}
