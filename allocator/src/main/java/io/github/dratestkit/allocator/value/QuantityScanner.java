package io.github.dratestkit.allocator.value;

/**
 * The parts of a quantity's text, split as {@code parseQuantityString} of apimachinery 1.37 does.
 *
 * @param positive false if the text starts with a minus
 * @param value sign, digits and point
 * @param number the digits before the point without leading zeros, {@code 0} if there are none
 * @param fraction the digits behind the point
 * @param suffix everything after the digits
 */
record QuantityScanner(
    boolean positive, String value, String number, String fraction, String suffix) {

  private static final String SUFFIX_LETTERS = "eEinumkKMGTP";

  static QuantityScanner scan(String text) {
    int end = text.length();
    int position = 0;
    boolean positive = true;
    if (text.startsWith("-") || text.startsWith("+")) {
      positive = text.charAt(0) == '+';
      position++;
    }
    while (position < end && text.charAt(position) == '0') {
      position++;
    }
    if (position == end) {
      return new QuantityScanner(positive, "0", "0", "", "");
    }
    int numberEnd = digits(text, position);
    String number = text.substring(position, numberEnd);
    if (numberEnd == end) {
      return new QuantityScanner(positive, text, number, "", "");
    }
    position = numberEnd;
    String fraction = "";
    if (text.charAt(position) == '.') {
      int fractionEnd = digits(text, position + 1);
      fraction = text.substring(position + 1, fractionEnd);
      position = fractionEnd;
    }
    return new QuantityScanner(
        positive,
        text.substring(0, position),
        number.isEmpty() ? "0" : number,
        fraction,
        suffix(text, position));
  }

  private static String suffix(String text, int start) {
    int position = start;
    while (position < text.length() && SUFFIX_LETTERS.indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    if (position < text.length()
        && (text.charAt(position) == '-' || text.charAt(position) == '+')) {
      position++;
    }
    if (digits(text, position) != text.length()) {
      throw new MalformedQuantityException(MalformedQuantityException.Reason.FORMAT);
    }
    return text.substring(start);
  }

  private static int digits(String text, int start) {
    int position = start;
    while (position < text.length()
        && text.charAt(position) >= '0'
        && text.charAt(position) <= '9') {
      position++;
    }
    return position;
  }
}
