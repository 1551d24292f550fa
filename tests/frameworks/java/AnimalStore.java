import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An Animal Store on the JDK's own HTTP server; in one file, since that is what `java` takes as source. */
public class AnimalStore implements HttpHandler {
  record Pet(long id, String name, long categoryId, String status) {}

  static class Refusal extends RuntimeException {
    final int status;

    Refusal(int status, String message) {
      super(message);
      this.status = status;
    }
  }

  static final List<String> STATUSES = List.of("available", "pending", "sold");
  final List<Pet> pets = new ArrayList<>();

  public static void main(String[] args) throws IOException {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    var context = server.createContext("/v1/pets", new AnimalStore());
    context.getFilters().add(new KeyFilter());
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
  }

  static class KeyFilter extends Filter {
    final byte[] key = System.getenv("API_KEY").getBytes(StandardCharsets.UTF_8);

    public String description() {
      return "Refuses requests without the API key";
    }

    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
      var header = exchange.getRequestHeaders().getFirst("Authorization");
      var parts = (header == null ? "" : header).split(" ", 2);
      var isGood = parts.length == 2 && parts[0].equalsIgnoreCase("Bearer")
          && MessageDigest.isEqual(parts[1].getBytes(StandardCharsets.UTF_8), key);
      if (isGood) {
        chain.doFilter(exchange);
        return;
      }
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      send(exchange, 401, error(401, "The API key is missing or not valid."));
    }
  }

  public void handle(HttpExchange exchange) throws IOException {
    try {
      var path = exchange.getRequestURI().getPath();
      var isList = path.equals("/v1/pets");
      switch (exchange.getRequestMethod()) {
        case "GET" -> send(exchange, 200, isList ? list(exchange) : render(find(path)));
        case "POST" -> send(exchange, 201, render(create(exchange)));
        default -> throw new Refusal(405, "Here goes GET and POST.");
      }
    } catch (Refusal refusal) {
      send(exchange, refusal.status, error(refusal.status, refusal.getMessage()));
    }
  }

  String list(HttpExchange exchange) {
    var query = new HashMap<String, String>();
    var text = exchange.getRequestURI().getQuery();
    for (var pair : (text == null ? "" : text).split("&")) {
      var parts = pair.split("=", 2);
      query.putIfAbsent(parts[0], parts.length == 2 ? parts[1] : "");
    }
    var limit = query.getOrDefault("limit", "20");
    var status = query.get("status");
    if (!limit.matches("[0-9]{1,3}") || Integer.parseInt(limit) < 1 || Integer.parseInt(limit) > 100)
      throw new Refusal(400, "limit must be an integer from 1 to 100.");
    if (status != null && !STATUSES.contains(status)) throw new Refusal(400, "There is no such status.");
    synchronized (pets) {
      var found = pets.stream().filter(pet -> status == null || pet.status.equals(status));
      return "[" + String.join(",", found.limit(Integer.parseInt(limit)).map(AnimalStore::render).toList()) + "]";
    }
  }

  Pet find(String path) {
    try {
      var id = Long.parseLong(path.substring("/v1/pets/".length()));
      synchronized (pets) {
        return pets.get(Math.toIntExact(id - 1));
      }
    } catch (NumberFormatException | ArithmeticException | IndexOutOfBoundsException error) {
      throw new Refusal(404, "There is no such animal.");
    }
  }

  Pet create(HttpExchange exchange) throws IOException {
    if (exchange.getRequestHeaders().getFirst("Content-Type") == null)
      throw new Refusal(400, "The Content-Type header is missing.");
    var text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (!(new Json(text).read() instanceof Map<?, ?> body)) throw new Refusal(400, "The body must be an object.");
    if (!(body.get("name") instanceof String name)) throw new Refusal(400, "name must be a string.");
    var status = body.containsKey("status") ? body.get("status") : "available";
    if (!(status instanceof String known) || !STATUSES.contains(known))
      throw new Refusal(400, "There is no such status.");
    if (!(body.get("categoryId") instanceof BigDecimal number))
      throw new Refusal(400, "categoryId must be an integer.");
    synchronized (pets) {
      pets.add(new Pet(pets.size() + 1, name, readInt64(number), known));
      return pets.get(pets.size() - 1);
    }
  }

  static long readInt64(BigDecimal number) {
    try {
      return number.longValueExact();
    } catch (ArithmeticException error) {
      throw new Refusal(400, "categoryId must be an integer of 64 bits.");
    }
  }

  static void send(HttpExchange exchange, int status, String json) throws IOException {
    var bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    try (var body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }

  static String error(int status, String message) {
    return "{\"code\":\"error_%d\",\"message\":%s,\"status\":%d}".formatted(status, quote(message), status);
  }

  static String render(Pet pet) {
    return "{\"id\":%d,\"name\":%s,\"categoryId\":%d,\"status\":\"%s\"}"
        .formatted(pet.id, quote(pet.name), pet.categoryId, pet.status);
  }

  static String quote(String text) {
    var quoted = new StringBuilder("\"");
    for (var character : text.toCharArray()) {
      if (character < ' ') quoted.append("\\u%04x".formatted((int) character));
      else if (character == '"' || character == '\\') quoted.append('\\').append(character);
      else quoted.append(character);
    }
    return quoted.append('"').toString();
  }

  /** A reader of JSON, since the JDK has none: maps, lists, strings, numbers as decimals, true, false and null. */
  static class Json {
    final String text;
    int at = 0;

    Json(String text) {
      this.text = text;
    }

    Object read() {
      var value = value(0);
      if (at < text.length()) throw invalid();
      return value;
    }

    Object value(int depth) {
      if (depth > 100) throw invalid();
      if (token("\\{") != null) return members(depth);
      if (token("\\[") != null) return items(depth);
      var word = token("true|false|null");
      if (word != null) return word.equals("null") ? null : Boolean.valueOf(word);
      var number = token("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]{1,9})?");
      return number == null ? string() : new BigDecimal(number);
    }

    Object members(int depth) {
      var members = new HashMap<String, Object>();
      if (token("\\}") != null) return members;
      do {
        var name = string();
        need(":");
        members.put(name, value(depth + 1));
      } while (token(",") != null);
      need("\\}");
      return members;
    }

    Object items(int depth) {
      var items = new ArrayList<Object>();
      if (token("\\]") != null) return items;
      do items.add(value(depth + 1));
      while (token(",") != null);
      need("\\]");
      return items;
    }

    String string() {
      var quoted = need("\"[^\"\\\\\\x00-\\x1f]*+(?:\\\\(?:[\"\\\\/bfnrt]|u[0-9a-fA-F]{4})[^\"\\\\\\x00-\\x1f]*+)*+\"");
      return Pattern.compile("\\\\(?:u(....)|(.))").matcher(quoted.substring(1, quoted.length() - 1))
          .replaceAll(escape -> Matcher.quoteReplacement(meaning(escape.group(1), escape.group(2))));
    }

    static String meaning(String code, String letter) {
      if (code != null) return Character.toString((char) Integer.parseInt(code, 16));
      var place = "bfnrt".indexOf(letter);
      return place < 0 ? letter : "\b\f\n\r\t".substring(place, place + 1);
    }

    /** The next token, if it is of this pattern, with the white space around it taken away. */
    String token(String pattern) {
      var matcher = Pattern.compile("[ \\t\\r\\n]*(" + pattern + ")[ \\t\\r\\n]*").matcher(text).region(at, text.length());
      if (!matcher.lookingAt()) return null;
      at = matcher.end();
      return matcher.group(1);
    }

    String need(String pattern) {
      var token = token(pattern);
      if (token == null) throw invalid();
      return token;
    }

    Refusal invalid() {
      return new Refusal(400, "The body is no JSON, from character " + at + " on.");
    }
  }
}
