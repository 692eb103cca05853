"""Keeps tabular figures for digits and the signs of amounts only, so that numbers such as K101-14 keep their hyphen."""

import sys
from fontTools.ttLib import TTFont

font = TTFont(sys.argv[1])
names = {font.getBestCmap().get(code) for code in map(ord, "0123456789., +\u2212\u00a0\u00a5\u20ac")}
gsub = font["GSUB"].table
lookups = {i for f in gsub.FeatureList.FeatureRecord if f.FeatureTag == "tnum" for i in f.Feature.LookupListIndex}
for lookup in (gsub.LookupList.Lookup[i] for i in lookups):
    for table in lookup.SubTable:
        table = getattr(table, "ExtSubTable", table)
        table.mapping = {glyph: to for glyph, to in table.mapping.items() if glyph in names}
font.save(sys.argv[2])
