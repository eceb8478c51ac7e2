-- Searches without case and diacritics ("muller" finds Müller, "12b" the person in room 12B), and statistics of a year.

-- The same on every database and locale: lower() of the collation "C" changes A to Z only, and the letters that neither
-- it nor the normal form changes are listed. The console has the same rule in foldText.
create function fold_text(words text) returns text language plpgsql immutable strict parallel safe as $$
begin
  -- Most texts are plain ASCII: 4 µs instead of 60.
  if octet_length(words) = char_length(words) then
    return lower(words collate "C");
  end if;
  words := regexp_replace(normalize(words, NFKD), U&'[\0300-\036F]', '', 'g');
  words := replace(replace(replace(replace(words, 'ß', 'ss'), 'ẞ', 'ss'), 'þ', 'th'), 'Þ', 'th');
  words := replace(replace(replace(replace(words, 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe');
  return lower(translate(words,
    'łŁøØđĐðÐħĦŧŦıŋŊ'
      || 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩ'
      || 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ',
    'llooddddhhttinn'
      || 'αβγδεζηθικλμνξοπρσστυφχψω'
      || 'абвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ') collate "C");
end
$$;

-- Each field on its own line: a word cannot match the end of one and the start of the next.
alter table users add column search_key text
  generated always as (fold_text(first_name || ' ' || last_name || chr(10) || email)) stored;
alter table patient_details add column search_key text
  generated always as (fold_text(coalesce(room, '') || chr(10) || coalesce(ward, ''))) stored;
alter table devices add column search_key text
  generated always as (fold_text(name || chr(10) || mac_address)) stored;

-- What statistics read of each fall. The rows themselves have kilobytes of evidence.
create index falls_statistics on falls (id) include (outcome, device_id);
